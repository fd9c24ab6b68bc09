package dev.reprise.api;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/** What a person answers to a call that asks. */
public record Answer(
    @NotBlank(message = "is missing") @Size(max = 65_536, message = "has at most {max} characters")
        String answer) {}
