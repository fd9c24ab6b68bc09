package dev.reprise.api.run;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.definition.AgentReader;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.file.ForgedRecordFileException;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.journal.file.RecordFile;
import dev.reprise.platform.document.InvalidDocumentException;
import dev.reprise.queue.fork.Imports;
import dev.reprise.queue.row.ImportedRun;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.Requester;
import dev.reprise.tool.Workspaces;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Record files: the header of an export, and the checks of an import. Tested by {@code
 * ImportedAgentIT}.
 */
@ApplicationScoped
class RecordFiles {

  private final RecordArchive archive;
  private final AgentVersions versions;
  private final AgentReader reader;
  private final Workspaces workspaces;
  private final Imports imports;
  private final Runs runs;
  private final ToolAccessCheck access;

  @Inject
  RecordFiles(
      RecordArchive archive,
      AgentVersions versions,
      AgentReader reader,
      Workspaces workspaces,
      Imports imports,
      Runs runs,
      ToolAccessCheck access) {
    this.archive = archive;
    this.versions = versions;
    this.reader = reader;
    this.workspaces = workspaces;
    this.imports = imports;
    this.runs = runs;
    this.access = access;
  }

  /** Returns the header of a run's file. */
  public RecordHeader header(Run run) {
    return new RecordHeader(
        RecordHeader.FORMAT,
        RecordHeader.VERSION,
        run.id(),
        run.tenant(),
        run.agent(),
        run.agentVersion(),
        versions.document(run.tenant(), run.agentVersion()),
        run.workspace(),
        run.submittedBy());
  }

  /**
   * Imports a run from a file. Everything is checked before anything is written.
   *
   * @throws ProblemException if the file is not a valid and sealed record, the caller may not have
   *     runs of its agent, or the run cannot be imported on this server
   */
  public Run take(Caller caller, RecordFile file) throws IOException {
    RecordArchive.Unpacked record = unpacked(file);
    RecordHeader header = record.header();
    if (!header.tenant().equals(caller.tenant())) {
      throw invalid("it belongs to another tenant");
    }
    AgentVersion agent = agent(header);
    access.check(agent.definition(), caller.submitter());
    if (workspaces.find(header.tenant(), header.workspace()).isEmpty()) {
      throw new ProblemException(
          ProblemType.UNKNOWN_WORKSPACE,
          "The run's workspace is '%s'; this server has %s."
              .formatted(header.workspace(), workspaces.names(header.tenant())));
    }
    requireNew(header);
    ImportedRun run = checked(record, agent);
    versions.keep(header.tenant(), agent);
    if (!imports.take(run, new Requester(caller.name(), caller.role()))) {
      throw exists(header);
    }
    return runs.find(header.run()).orElseThrow();
  }

  /** The seal proves that the id is the tenant's own, so this reveals nothing of other tenants. */
  private void requireNew(RecordHeader header) {
    if (runs.find(header.tenant(), header.run()).isPresent()) {
      throw exists(header);
    }
    Optional<Instant> erased = imports.erasedAt(header.tenant(), header.run());
    if (erased.isPresent()) {
      throw new ProblemException(
          ProblemType.RUN_ERASED,
          "Run %s was erased on this server at %s and cannot be imported again."
              .formatted(header.run(), erased.get().truncatedTo(ChronoUnit.SECONDS)));
    }
  }

  private static ProblemException exists(RecordHeader header) {
    return new ProblemException(
        ProblemType.RUN_EXISTS,
        "Run %s exists already; an import never changes a run.".formatted(header.run()));
  }

  private ImportedRun checked(RecordArchive.Unpacked record, AgentVersion agent) {
    try {
      return imports.check(record, agent.definition());
    } catch (KeyMissingException e) {
      throw e;
    } catch (BrokenRecordException | IllegalStateException e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  private RecordArchive.Unpacked unpacked(RecordFile file) throws IOException {
    try {
      return archive.read(file);
    } catch (KeyMissingException e) {
      throw e;
    } catch (ForgedRecordFileException | BrokenRecordException e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  private AgentVersion agent(RecordHeader header) {
    AgentVersion agent = document(header);
    if (!agent.hash().equals(header.agentVersion())) {
      throw invalid("its agent's document must be that of version " + header.agentVersion());
    }
    if (!agent.definition().name().equals(header.agent())) {
      throw invalid(
          "its agent is '%s', but the agent of its document is '%s'"
              .formatted(header.agent(), agent.definition().name()));
    }
    return agent;
  }

  private AgentVersion document(RecordHeader header) {
    try {
      return reader.read(header.definition());
    } catch (InvalidDocumentException e) {
      throw invalid("its agent's document: " + e.getMessage());
    }
  }

  private static ProblemException invalid(String why) {
    return new ProblemException(
        ProblemType.INVALID_RECORD_FILE, "The file cannot become a run: %s.".formatted(why));
  }
}
