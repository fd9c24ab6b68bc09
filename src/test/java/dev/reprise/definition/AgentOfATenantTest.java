package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.definition.CatalogueEntry.Broken;
import dev.reprise.definition.CatalogueEntry.Found;
import dev.reprise.definition.CatalogueEntry.Unknown;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent of one tenant does not exist for the others. */
class AgentOfATenantTest {

  private static final TenantScope ACME = new TenantScope(Set.of("acme"));

  private final Path directory;
  private TenantScope unnamed = TenantScope.NONE;
  private Map<String, TenantScope> tools =
      Map.of("look", TenantScope.ALL, "write", TenantScope.ALL);

  AgentOfATenantTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private AgentCatalogue catalogue() {
    var all = new HashMap<>(tools);
    SurveyorTest.TOOLS.forEach(name -> all.put(name, TenantScope.ALL));
    var here =
        new ServerCapabilities(
            all, List.of(), Map.of(), new ChatModels(List.of(new ScriptedModel())), unnamed);
    return new AgentCatalogue(Documents.reader(), Optional.of(directory), () -> here);
  }

  private void write(String file, String name, String tenants) throws IOException {
    Files.writeString(directory.resolve(file), Documents.named(name) + tenants);
  }

  @Test
  void existsOnlyForItsTenant() throws IOException {
    write("a.yaml", "ours", "tenants: [acme]");
    write("b.yaml", "theirs", "tenants: [beta]");
    write("c.yaml", "shared", "tenants: '*'");

    assertThat(catalogue().list("acme"))
        .extracting(CatalogueEntry::name)
        .containsExactly("surveyor", "ours", "shared");
    assertThat(catalogue().find("acme", "ours")).isInstanceOf(Found.class);
    assertThat(catalogue().find("acme", "theirs")).isEqualTo(new Unknown("theirs"));
    assertThat(catalogue().find("beta", "theirs")).isInstanceOf(Found.class);
    assertThat(catalogue().withoutTenants()).isEmpty();
  }

  @Test
  void belongsToNoTenantIfItNamesNoneButUsersHaveSome() throws IOException {
    write("a.yaml", "clerk", "");
    write("b.yaml", "scribe", "tenants: acme");
    write("c.yaml", "keeper", "tools: [missing]");
    Files.writeString(directory.resolve("d.yaml"), "a: [");

    assertThat(catalogue().find("acme", "clerk")).isInstanceOf(Unknown.class);
    assertThat(catalogue().list("acme")).extracting(CatalogueEntry::name).containsOnly("surveyor");
    assertThat(catalogue().withoutTenants())
        .as("what cannot be read at all may name some")
        .containsExactly("a.yaml", "b.yaml");
  }

  @Test
  void belongsToTheOnlyTenantIfItNamesNone() throws IOException {
    unnamed = TenantScope.ALL;
    write("a.yaml", "clerk", "");

    assertThat(catalogue().find("default", "clerk")).isInstanceOf(Found.class);
    assertThat(catalogue().withoutTenants()).isEmpty();
  }

  @Test
  void reportsTheProblemsOfItsTenants() throws IOException {
    unnamed = TenantScope.ALL;
    write("a.yaml", "clerk", "tenants: []");

    assertThat(catalogue().find("default", "clerk"))
        .isInstanceOfSatisfying(
            Broken.class,
            broken ->
                assertThat(broken.problems())
                    .extracting(DocumentError::path)
                    .containsExactly("tenants"));
  }

  @Test
  void hasOneVersionForAllTenants() throws IOException {
    AgentReader reader = Documents.reader();
    AgentVersion version = reader.read(Documents.GOOD + "tenants: [acme, beta]");

    assertThat(version).isEqualTo(reader.read(Documents.GOOD + "tenants: [acme]"));
    assertThat(version).isEqualTo(reader.read(Documents.GOOD));
    assertThat(version.document()).doesNotContain("tenants", "acme");
  }

  @Test
  void getsOnlyToolsOfAllItsTenants() throws IOException {
    tools = Map.of("look", TenantScope.ALL, "write", ACME);
    write("a.yaml", "ours", "tenants: [acme]");
    write("b.yaml", "theirs", "tenants: [beta]");
    write("c.yaml", "shared", "tenants: '*'");

    assertThat(catalogue().find("acme", "ours")).isInstanceOf(Found.class);
    for (String name : List.of("theirs", "shared")) {
      assertThat(catalogue().find("beta", name))
          .isInstanceOfSatisfying(
              Broken.class,
              broken ->
                  assertThat(broken.problems())
                      .containsExactly(
                          new DocumentError(
                              "tools[1]",
                              "there is no tool 'write' here; there are count_lines, list_files,"
                                  + " look, read_file, search_files, write_file")));
    }
  }

  @Test
  void doesNotNameAnotherTenantsDocumentOfTheSameName() throws IOException {
    write("a.yaml", "clerk", "tenants: [acme]");
    write("b.yaml", "clerk", "tenants: [beta]");

    assertThat(catalogue().find("acme", "clerk"))
        .isEqualTo(
            new Broken(
                "clerk",
                "a.yaml",
                List.of(
                    new DocumentError(
                        "name", "must be unique: 'clerk' is defined in a.yaml and elsewhere")),
                ACME));
  }
}
