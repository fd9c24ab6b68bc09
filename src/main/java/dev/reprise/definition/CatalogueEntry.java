package dev.reprise.definition;

import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import java.util.List;
import java.util.stream.Collectors;

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

  /**
   * An agent that can be used once this server has all that it needs.
   *
   * @param name the name in the document, or the file's name if the document cannot be read yet
   * @param source the file, or {@code built-in surveyor.yaml}
   * @param absent what is not there yet
   */
  record NotReady(String name, String source, List<DocumentError> absent, TenantScope tenants)
      implements CatalogueEntry {
    public NotReady {
      absent = List.copyOf(absent);
    }

    /** Says what the agent waits for. */
    public String words() {
      return absent.stream().map(DocumentError::message).collect(Collectors.joining("; "));
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
