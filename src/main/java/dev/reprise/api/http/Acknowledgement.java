package dev.reprise.api.http;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/**
 * A person has looked at what a tool has become.
 *
 * @param digest of the declaration that the person means
 */
public record Acknowledgement(
    @NotNull(message = "is missing")
        @Pattern(regexp = "[0-9a-f]{64}", message = "is 64 hexadecimal digits")
        String digest) {}
