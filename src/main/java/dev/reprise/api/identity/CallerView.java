package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import java.util.List;

/**
 * Who is logged in.
 *
 * @param name of the user, or {@code api-key:} and the name of the key
 * @param tenant whose data the caller sees
 * @param roles that the caller has; a role may include others
 */
public record CallerView(String name, String tenant, List<String> roles) {

  public CallerView {
    roles = List.copyOf(roles);
  }

  static CallerView of(Caller caller) {
    return new CallerView(
        caller.name(),
        caller.tenant(),
        caller.roles().stream().sorted().map(Role::roleName).toList());
  }
}
