package dev.reprise.api.run;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.definition.AgentReader;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.InvalidAgentDocumentException;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.file.ForgedRecordFileException;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.run.ImportedRun;
import dev.reprise.run.Importer;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.fork.Imports;
import dev.reprise.tool.Workspaces;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;

/** Runs as files: what goes into one, and what one must be to become a run again. */
@ApplicationScoped
class RecordFiles {

  @Inject RecordArchive archive;
  @Inject AgentVersions versions;
  @Inject AgentReader reader;
  @Inject Workspaces workspaces;
  @Inject Imports imports;
  @Inject Runs runs;
  @Inject ToolAccessCheck access;

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
   * Takes a run over from a file: all of it is checked before anything is written.
   *
   * @throws ProblemException if the file is no sound and sealed record, the person who brings it
   *     may not have runs of its agent, or the run cannot be here
   */
  public Run take(Caller caller, InputStream file) throws IOException {
    RecordArchive.Unpacked record = unpacked(file);
    RecordHeader header = record.header();
    if (!header.tenant().equals(caller.tenant())) {
      throw invalid("it is of another tenant");
    }
    AgentVersion agent = agent(header);
    access.check(agent.definition(), caller.submitter());
    if (workspaces.find(header.tenant(), header.workspace()).isEmpty()) {
      throw new ProblemException(
          ProblemType.UNKNOWN_WORKSPACE,
          "The run works in '%s'; this server has %s."
              .formatted(header.workspace(), workspaces.names(header.tenant())));
    }
    requireNew(header);
    ImportedRun run = checked(record, agent);
    versions.keep(header.tenant(), agent);
    if (!imports.take(run, new Importer(caller.name(), caller.role()))) {
      throw exists(header);
    }
    return runs.find(header.run()).orElseThrow();
  }

  /** The seal says that the id is the tenant's own, so this tells nothing of others' runs. */
  private void requireNew(RecordHeader header) {
    if (runs.find(header.tenant(), header.run()).isPresent()) {
      throw exists(header);
    }
    if (imports.isErased(header.tenant(), header.run())) {
      throw new ProblemException(
          ProblemType.RUN_ERASED,
          "Run %s was erased here; an old file does not bring it back.".formatted(header.run()));
    }
  }

  private static ProblemException exists(RecordHeader header) {
    return new ProblemException(
        ProblemType.RUN_EXISTS,
        "Run %s is here already; an import never changes a run.".formatted(header.run()));
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

  private RecordArchive.Unpacked unpacked(InputStream file) throws IOException {
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
      throw invalid("its agent's document is not that of version " + header.agentVersion());
    }
    if (!agent.definition().name().equals(header.agent())) {
      throw invalid(
          "its agent is called '%s', and its document's is called '%s'"
              .formatted(header.agent(), agent.definition().name()));
    }
    return agent;
  }

  private AgentVersion document(RecordHeader header) {
    try {
      return reader.read(header.definition());
    } catch (InvalidAgentDocumentException e) {
      throw invalid("its agent's document: " + e.getMessage());
    }
  }

  private static ProblemException invalid(String why) {
    return new ProblemException(
        ProblemType.INVALID_RECORD_FILE, "The file cannot become a run: %s.".formatted(why));
  }
}
