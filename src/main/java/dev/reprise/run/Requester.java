package dev.reprise.run;

import dev.reprise.agent.Role;
import java.util.Optional;

/**
 * The person who submits, forks or imports a run, and for whom the run then works.
 *
 * @param role the person's highest; empty if none is known
 */
public record Requester(String name, Optional<Role> role) {}
