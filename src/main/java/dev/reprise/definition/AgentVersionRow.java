package dev.reprise.definition;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Lob;
import jakarta.persistence.Table;

/**
 * The row of an agent's version with its document, for the runs that pin it. {@link AgentTable}
 * writes it, and it never changes.
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

  /** The primary key: a version is stored once for each tenant. */
  record Key(String tenant, String version) {}
}
