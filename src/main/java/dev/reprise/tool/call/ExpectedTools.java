package dev.reprise.tool.call;

import dev.reprise.platform.TenantScope;

/**
 * Tools that their source has not offered since the start of this server, so that it is not known
 * yet which there are.
 *
 * @param prefix with which their names begin
 * @param tenants whose agents may call them
 * @param why they are not there yet, in words for people who grant them
 */
public record ExpectedTools(String prefix, TenantScope tenants, String why) {

  /** Returns whether a tool of this name may be among them. */
  public boolean mayHave(String tool) {
    return tool.startsWith(prefix);
  }
}
