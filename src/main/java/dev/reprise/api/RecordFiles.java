package dev.reprise.api;

import dev.reprise.definition.AgentReader;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.InvalidAgentDocument;
import dev.reprise.journal.Archive;
import dev.reprise.journal.ForgedRecordFile;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.Imports;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.tool.Workspaces;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;

/** Runs as files: what goes into one, and what one must be to become a run again. */
@ApplicationScoped
class RecordFiles {

  @Inject Archive archive;
  @Inject AgentVersions versions;
  @Inject AgentReader reader;
  @Inject Workspaces workspaces;
  @Inject Imports imports;
  @Inject Runs runs;
  @Inject Clock clock;

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
   * @throws Refusal if the file is no sound record, or the run cannot be here
   */
  public Run take(Caller caller, InputStream file) throws IOException {
    Archive.Unpacked record = unpacked(file);
    RecordHeader header = record.header();
    if (!header.tenant().equals(caller.tenant())) {
      throw invalid("it is of another tenant");
    }
    AgentVersion agent = agent(header);
    if (workspaces.find(header.tenant(), header.workspace()).isEmpty()) {
      throw new Refusal(
          ProblemType.UNKNOWN_WORKSPACE,
          "The run works in '%s'; this server has %s."
              .formatted(header.workspace(), workspaces.names(header.tenant())));
    }
    versions.keep(header.tenant(), agent);
    if (!taken(record, agent, new RunEvent.RunImported(caller.name(), clock.instant()))) {
      throw new Refusal(
          ProblemType.RUN_EXISTS,
          "Run %s is here already; an import never changes a run.".formatted(header.run()));
    }
    return runs.find(header.run()).orElseThrow();
  }

  private boolean taken(
      Archive.Unpacked record, AgentVersion agent, RunEvent.RunImported imported) {
    try {
      return imports.take(record, agent.definition(), imported);
    } catch (IllegalStateException e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  private Archive.Unpacked unpacked(InputStream file) throws IOException {
    try {
      return archive.read(file);
    } catch (ForgedRecordFile e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  private AgentVersion agent(RecordHeader header) {
    try {
      AgentVersion agent = reader.read(header.definition());
      if (agent.hash().equals(header.agentVersion())) {
        return agent;
      }
    } catch (InvalidAgentDocument e) {
      throw invalid("its agent's document: " + e.getMessage());
    }
    throw invalid("its agent's document is not that of version " + header.agentVersion());
  }

  private static Refusal invalid(String why) {
    return new Refusal(
        ProblemType.INVALID_RECORD_FILE, "The file cannot become a run: %s.".formatted(why));
  }
}
