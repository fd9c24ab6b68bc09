package dev.reprise.api.key;

import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key that is to be created.
 *
 * @param name says what the key is for; it is shown as the user {@code api-key:<name>} of what the
 *     key does
 * @param roles names of the roles that requests with it have
 * @param expiresAt when it ends to be accepted; in 90 days by default
 */
public record ApiKeyRequest(
    @NotNull(message = "is missing; it must be a name")
        @Pattern(
            regexp = "[a-z0-9][a-z0-9._-]{0,63}",
            message = "must have 1 to 64 characters of a-z, 0-9, '.', '_' and '-'")
        String name,
    @NotEmpty(message = "must name at least one role") Set<String> roles,
    @Nullable Instant expiresAt) {}
