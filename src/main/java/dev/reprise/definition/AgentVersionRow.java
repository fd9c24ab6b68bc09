package dev.reprise.definition;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Lob;
import jakarta.persistence.Table;

/**
 * The document of an agent's version, kept for the runs that were submitted with it. Written by
 * {@link AgentTable}, and never changed.
 */
@Entity
@Table(name = "agent")
@IdClass(AgentVersionRow.Key.class)
class AgentVersionRow {

  @Id
  @Column(name = "tenant")
  private String tenant;

  @Id
  @Column(name = "version")
  private String version;

  @Column(name = "name")
  private String name;

  @Lob
  @Column(name = "document")
  private String document;

  /** For JPA. */
  protected AgentVersionRow() {}

  String name() {
    return name;
  }

  String document() {
    return document;
  }

  /** Its place: a tenant keeps a version once. */
  record Key(String tenant, String version) {}
}
