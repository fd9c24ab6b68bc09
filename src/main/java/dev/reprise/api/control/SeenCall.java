package dev.reprise.api.control;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/**
 * A tool call as a person saw it, so that what this person says reaches no other: all of it stands
 * in the list of a run's calls.
 *
 * @param iteration of the reply that asked for it
 * @param digest of what stood there: the tool, its arguments, and which time that was
 */
public record SeenCall(
    @NotBlank(message = "is missing") String phase,
    @NotNull(message = "is missing") @Min(value = 1, message = "is at least {value}")
        Integer iteration,
    @NotNull(message = "is missing")
        @Pattern(regexp = "[0-9a-f]{64}", message = "is 64 hexadecimal digits")
        String digest) {}
