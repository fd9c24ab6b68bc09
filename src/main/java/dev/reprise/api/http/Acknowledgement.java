package dev.reprise.api.http;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/**
 * A person accepts the present declaration of a quarantined tool.
 *
 * @param digest of the declaration that the person has seen
 */
public record Acknowledgement(
    @NotNull(message = "is missing")
        @Pattern(regexp = "[0-9a-f]{64}", message = "must be 64 hexadecimal digits")
        String digest) {}
