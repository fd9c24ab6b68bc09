package dev.reprise.run.state;

import dev.reprise.agent.Role;

/**
 * The person for whom a run is, as its record says.
 *
 * @param role the person's highest when the run was asked for, forked or brought here
 */
public record Submitter(String name, Role role) {}
