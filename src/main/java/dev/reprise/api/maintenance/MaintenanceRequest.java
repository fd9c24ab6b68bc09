package dev.reprise.api.maintenance;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/**
 * A server that is to work on no runs.
 *
 * @param server its name, as runs show it as their holder; {@code *} for all servers
 * @param reason in words
 */
public record MaintenanceRequest(
    @NotBlank(message = "is missing; it must name a server, or be * for all")
        @Size(max = 512, message = "must have at most {max} characters")
        String server,
    @NotBlank(message = "is missing; it must say why")
        @Size(max = 1000, message = "must have at most {max} characters")
        String reason) {}
