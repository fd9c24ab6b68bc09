package dev.reprise.api.control;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/**
 * A person's answer to a question that a call asks.
 *
 * @param call as the person saw it
 */
public record AnswerRequest(
    @NotNull(message = "is missing") @Valid SeenCall call,
    @NotBlank(message = "is missing")
        @Size(max = 65_536, message = "must have at most {max} characters")
        String answer) {}
