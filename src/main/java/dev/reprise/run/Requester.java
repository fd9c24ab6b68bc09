package dev.reprise.run;

import dev.reprise.agent.Role;
import java.util.Optional;

/**
 * The person who submits, forks or imports a run. The run then works for this person.
 *
 * @param role the person's highest role; empty if none is known
 */
public record Requester(String name, Optional<Role> role) {}
