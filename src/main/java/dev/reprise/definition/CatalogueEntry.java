package dev.reprise.definition;

import dev.reprise.platform.TenantScope;
import java.util.List;

/** What the catalogue has under a name. */
public sealed interface CatalogueEntry {

  /** Returns the name that was asked for, or that the source claims. */
  String name();

  /** Returns the tenants that it is for; to all others it does not exist. */
  TenantScope tenants();

  /**
   * An agent that can be used.
   *
   * @param source the file, or {@code built-in surveyor.yaml}
   */
  record Found(String name, String source, AgentVersion version, TenantScope tenants)
      implements CatalogueEntry {}

  /**
   * A document that is there and cannot be used.
   *
   * @param name what the document says, or the file's name where it does not say
   * @param source the file, or {@code built-in surveyor.yaml}
   */
  record Broken(String name, String source, List<DocumentError> problems, TenantScope tenants)
      implements CatalogueEntry {
    public Broken {
      problems = List.copyOf(problems);
    }
  }

  /** There is nothing of this name. */
  record Unknown(String name) implements CatalogueEntry {

    @Override
    public TenantScope tenants() {
      return TenantScope.NOBODY;
    }
  }
}
