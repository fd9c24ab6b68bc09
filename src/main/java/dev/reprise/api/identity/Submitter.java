package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import java.util.Optional;

/**
 * For whom a run is.
 *
 * @param name the user's, or that of what submits runs by itself
 * @param role the highest of the person behind it, which the run keeps; empty if none is known
 */
public record Submitter(String tenant, String name, Optional<Role> role) {}
