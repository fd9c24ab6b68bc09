package dev.reprise.run;

import dev.reprise.agent.Role;
import java.util.Optional;

/**
 * The person who brings a run here, and for whom it goes on. Who submitted it elsewhere stays in
 * its record.
 *
 * @param role the person's highest; empty if none is known
 */
public record Importer(String name, Optional<Role> role) {}
