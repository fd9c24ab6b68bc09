package dev.reprise.definition;

import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import java.util.List;

/** The result of looking up a name in the catalogue. */
public sealed interface CatalogueEntry {

  /** Returns the name that was looked up, or that the source states. */
  String name();

  /** Returns the tenants of the entry; for all others it does not exist. */
  TenantScope tenants();

  /**
   * An agent that can be used.
   *
   * @param source the file, or {@code built-in surveyor.yaml}
   */
  record Found(String name, String source, AgentVersion version, TenantScope tenants)
      implements CatalogueEntry {}

  /**
   * A document with problems, which cannot be used.
   *
   * @param name the name in the document, or the file's name if the document states none
   * @param source the file, or {@code built-in surveyor.yaml}
   */
  record Broken(String name, String source, List<DocumentError> problems, TenantScope tenants)
      implements CatalogueEntry {
    public Broken {
      problems = List.copyOf(problems);
    }
  }

  /** There is no agent of this name. */
  record Unknown(String name) implements CatalogueEntry {

    @Override
    public TenantScope tenants() {
      return TenantScope.NONE;
    }
  }
}
