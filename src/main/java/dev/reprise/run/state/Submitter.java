package dev.reprise.run.state;

import dev.reprise.agent.Role;

/**
 * The person for whom a run works, as its record says.
 *
 * @param role the person's highest role when the run was submitted, forked or imported
 */
public record Submitter(String name, Role role) {}
