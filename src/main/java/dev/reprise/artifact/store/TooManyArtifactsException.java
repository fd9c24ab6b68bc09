package dev.reprise.artifact.store;

/** A tenant has as many artifacts as it may have, and can have another after one is removed. */
public class TooManyArtifactsException extends RuntimeException {

  TooManyArtifactsException(String tenant, int maxOfTenant) {
    super(
        "Tenant %s may have %d generated tools, and has them (reprise.artifacts.max-of-tenant)."
            .formatted(tenant, maxOfTenant));
  }
}
