package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.definition.CatalogueEntry.Broken;
import dev.reprise.definition.CatalogueEntry.Found;
import dev.reprise.definition.CatalogueEntry.NotReady;
import dev.reprise.definition.CatalogueEntry.Unknown;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentParser;
import dev.reprise.tool.call.ExpectedTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentCatalogueTest {

  private final Path directory;
  private final AgentCatalogue catalogue;

  private ServerCapabilities here = surroundings(Set.of("look", "write", "delegate"));

  AgentCatalogueTest(@TempDir Path directory) {
    this.directory = directory;
    catalogue = new AgentCatalogue(Documents.reader(), Optional.of(directory), () -> here);
  }

  @Test
  void findsTheBuiltInAgentsWithoutADirectory() {
    var alone = new AgentCatalogue(Documents.reader(), Optional.empty(), () -> here);

    assertThat(alone.list("acme")).extracting(CatalogueEntry::name).containsExactly("surveyor");
    assertThat(alone.find("acme", "surveyor")).isInstanceOf(Found.class);
    assertThat(alone.find("acme", "clerk")).isEqualTo(new Unknown("clerk"));
  }

  @Test
  void keepsTheBuiltInAgentsWhenTheDirectoryIsGone() {
    var lost =
        new AgentCatalogue(
            Documents.reader(), Optional.of(directory.resolve("missing")), () -> here);

    assertThat(lost.list("acme")).extracting(CatalogueEntry::name).containsExactly("surveyor");
  }

  @Test
  void noticesNewChangedAndRemovedFiles() throws IOException {
    assertThat(catalogue.find("acme", "clerk")).isInstanceOf(Unknown.class);

    write("a.yml", Documents.GOOD);
    assertThat(catalogue.find("acme", "clerk")).isInstanceOf(Found.class);

    write("a.yml", Documents.named("scribe"));
    assertThat(catalogue.find("acme", "scribe")).isInstanceOf(Found.class);
    assertThat(catalogue.find("acme", "clerk")).isInstanceOf(Unknown.class);

    Files.delete(directory.resolve("a.yml"));
    assertThat(catalogue.find("acme", "scribe")).isInstanceOf(Unknown.class);
  }

  @Test
  void deploysNothingUnderTheNameOfTrials() throws IOException {
    write("a.yml", Documents.named("trial"));

    assertThat(catalogue.find("acme", "trial"))
        .isInstanceOfSatisfying(
            Broken.class,
            it ->
                assertThat(it.problems())
                    .containsExactly(
                        new DocumentError("name", "must not be 'trial', the name of trials")));
  }

  @Test
  void doesNotReadUnchangedFilesAgain() throws IOException {
    write("a.yaml", Documents.GOOD);

    assertThat(catalogue.all()).isSameAs(catalogue.all());
  }

  @Test
  void readsOnlyDocumentsOfTheDirectoryItself() throws IOException {
    write("notes.txt", "x");
    write(".hidden.yaml", "x");
    write("a.json", DocumentParser.OF_AGENTS.parse(Documents.GOOD).toPrettyString());
    Files.createDirectories(directory.resolve("folder.yaml"));

    assertThat(catalogue.list("acme"))
        .extracting(CatalogueEntry::name)
        .containsExactly("surveyor", "clerk");
  }

  @Test
  void listsABrokenFileWithItsProblemsAndKeepsTheOthers() throws IOException {
    write("good.yaml", Documents.GOOD);
    write("named.yaml", Documents.named("scribe").replace("[look, write]", "[look, write, rm]"));
    write("syntax.yaml", "a: [");
    Files.write(directory.resolve("bytes.yaml"), new byte[] {(byte) 0xC3, 0x28});
    write("huge.yaml", "x".repeat(DocumentParser.MAX_BYTES + 1));

    assertThat(catalogue.find("acme", "clerk")).isInstanceOf(Found.class);
    assertThat(broken("scribe").problems())
        .extracting(DocumentError::path)
        .containsExactly("tools[2]");
    assertThat(broken("syntax").problems())
        .extracting(DocumentError::path)
        .singleElement()
        .asString()
        .startsWith("line 1, column ");
    assertThat(broken("bytes").problems())
        .extracting(DocumentError::message)
        .containsExactly("is not UTF-8");
    assertThat(broken("huge").problems())
        .extracting(DocumentError::message)
        .containsExactly("is larger than 256 KiB");
  }

  @Test
  void acceptsABrokenFileOnceItIsCorrected() throws IOException {
    write("clerk.yaml", "name: [");
    assertThat(catalogue.find("acme", "clerk")).isInstanceOf(Broken.class);

    write("clerk.yaml", Documents.GOOD);
    assertThat(catalogue.find("acme", "clerk")).isInstanceOf(Found.class);
  }

  @Test
  void breaksANameThatTwoFilesDefineAndNamesBoth() throws IOException {
    write("a.yaml", Documents.GOOD);
    write("b.yaml", Documents.GOOD);

    assertThat(broken("clerk").problems())
        .containsExactly(
            new DocumentError(
                "name", "must be unique: 'clerk' is defined in a.yaml and in b.yaml"));
    assertThat(catalogue.list("acme"))
        .extracting(CatalogueEntry::name)
        .containsExactly("surveyor", "clerk", "clerk");
  }

  @Test
  void refusesTheNameOfABuiltInAgent() throws IOException {
    write("a.yaml", Documents.named("surveyor"));

    assertThat(catalogue.find("acme", "surveyor"))
        .isInstanceOfSatisfying(
            Found.class, found -> assertThat(found.source()).isEqualTo("built-in surveyor.yaml"));
    assertThat(catalogue.list("acme").getLast())
        .isEqualTo(
            new Broken(
                "surveyor",
                "a.yaml",
                List.of(
                    new DocumentError(
                        "name", "must not be 'surveyor', the name of a built-in agent")),
                TenantScope.ALL));
  }

  @Test
  void checksAgainWhenTheServersToolsChange() throws IOException {
    write("a.yaml", Documents.GOOD);
    assertThat(catalogue.find("acme", "clerk")).isInstanceOf(Found.class);

    here = surroundings(Set.of("look"));
    assertThat(broken("clerk").problems())
        .extracting(DocumentError::path)
        .containsExactly("tools[1]");
  }

  @Test
  void anAgentWhoseToolsAreStillToComeIsNeitherUsableNorBroken() throws IOException {
    write("a.yaml", Documents.GOOD);
    write("b.yaml", Documents.named("scribe").replace("[look, write]", "[look, writ]"));
    var late = List.of(new ExpectedTools("write", TenantScope.ALL, "its server is slow"));
    here = surroundings(Set.of("look"), late);

    assertThat(catalogue.find("acme", "clerk"))
        .isEqualTo(
            new NotReady(
                "clerk",
                "a.yaml",
                List.of(
                    new DocumentError(
                        "tools[1]", "the tool 'write' is not there yet: its server is slow")),
                TenantScope.ALL));
    assertThat(catalogue.find("acme", "scribe")).isInstanceOf(Broken.class);

    here = surroundings(Set.of("look", "write"));
    assertThat(catalogue.find("acme", "clerk")).isInstanceOf(Found.class);

    here = surroundings(Set.of("look"));
    assertThat(catalogue.find("acme", "clerk")).as("it is gone").isInstanceOf(Broken.class);
  }

  @Test
  void aDocumentWithErrorsIsBrokenWhateverIsStillToCome() throws IOException {
    write("a.yaml", Documents.GOOD.replace("description:", "descriptoin:"));
    here =
        surroundings(Set.of("look"), List.of(new ExpectedTools("write", TenantScope.ALL, "slow")));

    assertThat(broken("clerk").problems()).extracting(DocumentError::path).doesNotContain("tools");
  }

  @Test
  void noNameIsUnknownWhileTheDirectoryCannotBeRead() {
    var lost =
        new AgentCatalogue(
            Documents.reader(), Optional.of(directory.resolve("missing")), () -> here);

    assertThat(lost.find("acme", "clerk"))
        .isInstanceOfSatisfying(
            NotReady.class,
            it ->
                assertThat(it.words())
                    .isEqualTo(
                        "the directory of agents cannot be read; the server's log says why"));
  }

  @Test
  void warnsOnceOfADelegateThatDoesNotExist() throws IOException {
    List<String> log = new ArrayList<>();
    Handler handler = new LogHandler(log);
    Logger logger = Logger.getLogger(AgentCatalogue.class.getName());
    logger.addHandler(handler);
    try {
      write("a.yml", delegating("boss", "scribe, surveyor, boss, late"));
      write("b.yml", Documents.named("scribe"));
      AgentDefinition boss = found("boss");
      assertThat(catalogue.warnings("acme", boss, catalogue.list("acme")))
          .containsExactly("grants.delegate names agent 'late', and there is none of this name");
      write("c.yml", Documents.named("other"));
      assertThat(found("other")).isNotNull();
      assertThat(log)
          .containsExactly(
              "agent boss: grants.delegate names agent 'late', and there is none of this name");

      write("c.yml", Documents.named("late"));
      assertThat(catalogue.warnings("acme", boss, catalogue.list("acme"))).isEmpty();
      Files.delete(directory.resolve("b.yml"));
      assertThat(catalogue.warnings("acme", boss, catalogue.list("acme"))).hasSize(1);
      assertThat(log).hasSize(2).last().asString().contains("'scribe'");
    } finally {
      logger.removeHandler(handler);
    }
  }

  private AgentDefinition found(String name) {
    assertThat(catalogue.find("acme", name)).isInstanceOf(Found.class);
    return ((Found) catalogue.find("acme", name)).version().definition();
  }

  private static String delegating(String name, String only) {
    return Documents.named(name)
        .replace("tools: [look, write]", "tools: [look, write, delegate]")
        .concat("grants: {delegate: {only: [%s]}}\n".formatted(only));
  }

  /** Takes the texts of warnings. */
  private static final class LogHandler extends Handler {

    private final List<String> taken;

    LogHandler(List<String> taken) {
      this.taken = taken;
    }

    @Override
    public void publish(LogRecord line) {
      if (line.getLevel().equals(Level.WARNING)) {
        taken.add(line.getMessage());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private Broken broken(String name) {
    assertThat(catalogue.find("acme", name)).isInstanceOf(Broken.class);
    return (Broken) catalogue.find("acme", name);
  }

  private void write(String file, String text) throws IOException {
    // replaces the file, as editors and deployments do
    Path draft = Files.createTempFile(directory, "draft", ".tmp");
    Files.write(draft, text.getBytes(StandardCharsets.UTF_8));
    Files.move(draft, directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
  }

  private static ServerCapabilities surroundings(Set<String> tools) {
    return surroundings(tools, List.of());
  }

  private static ServerCapabilities surroundings(Set<String> tools, List<ExpectedTools> expected) {
    var all = new HashSet<>(tools);
    all.addAll(SurveyorTest.TOOLS);
    return new ServerCapabilities(
        all, expected, Map.of(), new ChatModels(List.of(new ScriptedModel())), TenantScope.ALL);
  }
}
