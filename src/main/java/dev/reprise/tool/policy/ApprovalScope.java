package dev.reprise.tool.policy;

/**
 * The runs for which people have set when they are asked: those of an agent in a tenant.
 *
 * @param agent empty for no agent in particular
 */
public record ApprovalScope(String tenant, String agent) {

  /** The runs whose tenant and agent have set nothing. */
  static final ApprovalScope OTHERS = new ApprovalScope("", "");

  /** Returns the scope of what a tenant has set for all its runs. */
  static ApprovalScope ofTenant(String tenant) {
    return new ApprovalScope(tenant, "");
  }
}
