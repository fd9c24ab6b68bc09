package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import java.util.Optional;

/**
 * The user on whose behalf a run is submitted.
 *
 * @param name of the user, or of the schedule that submits the run
 * @param role the highest role of that user, which is recorded with the run; empty if none is known
 */
public record Submitter(String tenant, String name, Optional<Role> role) {}
