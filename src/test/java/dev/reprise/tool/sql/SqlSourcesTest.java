package dev.reprise.tool.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.ToolGrant;
import dev.reprise.tool.PinnedDeclarations;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.method.MethodTools;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.event.Startup;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import javax.naming.NameNotFoundException;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

public class SqlSourcesTest {

  public static Config config(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .build();
  }

  private static SqlSources sources(Map<String, String> properties) {
    return new SqlSources(
        config(properties),
        jndi -> {
          throw new NameNotFoundException(jndi);
        });
  }

  @Test
  void hasNoneUnlessTheyAreNamed() {
    assertThat(sources(Map.of()).names("acme")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc/reprise",
        "JDBC/Reprise",
        " jdbc/reprise ",
        "java:comp/env/jdbc/reprise",
        "java:global/jdbc/reprise",
        "java:jdbc/reprise",
        "jdbc/reprise-read"
      })
  void refusesTheServersOwnDatabase(String jndi) {
    assertThatThrownBy(
            () ->
                sources(Map.of("reprise.sql.sources", "own", "reprise.sql.source.own.jndi", jndi)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reprise.sql.source.own.jndi")
        .hasMessageContaining("the server's own database");
  }

  @Test
  void refusesWhatCannotWork() {
    assertThatThrownBy(() -> sources(Map.of("reprise.sql.sources", "orders")))
        .hasMessageContaining("reprise.sql.source.orders.jndi has no value");
    assertThatThrownBy(() -> sources(Map.of("reprise.sql.sources", "Orders")))
        .hasMessageContaining("1 to 64 lower case letters");
    assertThatThrownBy(
            () ->
                sources(
                    Map.of("reprise.sql.sources", "a,a", "reprise.sql.source.a.jndi", "jdbc/a")))
        .hasMessageContaining("must list 'a' only once");
    assertThatThrownBy(
            () ->
                sources(
                    Map.of(
                        "reprise.sql.sources",
                        "a",
                        "reprise.sql.source.a.jndi",
                        "jdbc/a",
                        "reprise.sql.source.a.functions",
                        "lower,x();")))
        .hasMessageContaining(
            "reprise.sql.source.a.functions must be a list, comma separated, each name or"
                + " schema.name, not 'lower,x();'");
    assertThatThrownBy(
            () ->
                sources(
                    Map.of(
                        "reprise.sql.sources",
                        "a",
                        "reprise.sql.source.a.jndi",
                        "jdbc/a",
                        "reprise.sql.source.a.recursive",
                        "yes")))
        .hasMessageContaining("reprise.sql.source.a.recursive must be true or false, not 'yes'");
  }

  @Test
  void allowsMoreFunctionsOfOneSource() throws Exception {
    SqlSources sources =
        sources(
            Map.of(
                "reprise.sql.sources",
                "a,b",
                "reprise.sql.source.a.jndi",
                "jdbc/a",
                "reprise.sql.source.a.functions",
                "Similarity, public.rating",
                "reprise.sql.source.b.jndi",
                "jdbc/b"));

    SqlFunctions more = sources.require("a", TestCalls.origin()).functions();
    assertThat(more.allow("similarity")).isTrue();
    assertThat(more.allow("public.rating")).isTrue();
    assertThat(more.allow("rating")).isFalse();
    assertThat(sources.require("b", TestCalls.origin()).functions().allow("similarity")).isFalse();
  }

  @Test
  void tellsWhichSourcesThereAreForTheCaller() {
    SqlSources sources =
        sources(
            Map.of(
                "reprise.sql.sources",
                "a,b",
                "reprise.sql.source.a.jndi",
                "jdbc/a",
                "reprise.sql.source.b.jndi",
                "jdbc/b"));

    assertThatThrownBy(() -> sources.require("c", TestCalls.origin()))
        .hasMessage("unknown_source: there is no data source 'c' for you; there are: a, b");
    assertThatThrownBy(() -> sources.require("b", TestCalls.granted(only("a"))))
        .hasMessage("unknown_source: there is no data source 'b' for you; there are: a");
  }

  @Test
  void showsATenantOnlyItsOwn() {
    SqlSources sources =
        sources(
            Map.of(
                "reprise.tenant.pattern", "[^@]+@(.+)",
                "reprise.sql.sources", "ours,shared,unsaid",
                "reprise.sql.source.ours.jndi", "jdbc/ours",
                "reprise.sql.source.ours.tenants", "acme",
                "reprise.sql.source.shared.jndi", "jdbc/shared",
                "reprise.sql.source.shared.tenants", "*",
                "reprise.sql.source.unsaid.jndi", "jdbc/unsaid"));

    assertThat(sources.names("acme")).containsExactly("ours", "shared");
    assertThat(sources.names("beta")).containsExactly("shared");
    assertThat(sources.withoutTenants()).containsExactly("reprise.sql.source.unsaid.tenants");
  }

  @Test
  void describesToolsToAllTenantsWithoutTheSourcesOfSome() {
    SqlSources sources =
        sources(
            Map.of(
                "reprise.sql.sources", "ours,shared",
                "reprise.sql.source.ours.jndi", "jdbc/ours",
                "reprise.sql.source.ours.tenants", "acme",
                "reprise.sql.source.shared.jndi", "jdbc/shared"));

    assertThat(
            MethodTools.of(
                    new SqlQueryTool(
                        sources, new GuardedQueries(sources, ForkJoinPool.commonPool())))
                .declaration()
                .description())
        .contains("Data sources here: shared.")
        .doesNotContain("ours,");
  }

  @Test
  void leavesTheDeclarationOfItsToolAsRunsHavePinnedIt() throws Exception {
    SqlSources sources =
        sources(
            Map.of(
                "reprise.sql.sources", "a,b,ours",
                "reprise.sql.source.a.jndi", "jdbc/a",
                "reprise.sql.source.b.jndi", "jdbc/b",
                "reprise.sql.source.ours.jndi", "jdbc/ours",
                "reprise.sql.source.ours.tenants", "acme"));

    PinnedDeclarations.assertPinned(
        MethodTools.of(
                new SqlQueryTool(sources, new GuardedQueries(sources, ForkJoinPool.commonPool())))
            .declaration());
  }

  @Test
  void stopsTheStartWhereResultsOfAPostgresAreNotBounded() throws Exception {
    var unbounded = Shop.postgres().unbounded();

    assertThatThrownBy(() -> at(unbounded).check(new Startup()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reprise.sql.source.a.jndi")
        .hasMessageContaining("write maxResultBuffer=\"32M\"");
  }

  @Test
  void startsWithWhatIsBoundedAndWithWhatIsNotThere() {
    at(Shop.postgres().database()).check(new Startup());
    at(Shop.derby().database()).check(new Startup());
    var nowhere = new PGSimpleDataSource();
    nowhere.setPortNumbers(new int[] {1});
    at(nowhere).check(new Startup());
    sources(Map.of("reprise.sql.sources", "a", "reprise.sql.source.a.jndi", "jdbc/a"))
        .check(new Startup());
  }

  private static ToolGrant only(String source) {
    return new ToolGrant(Set.of(source), Optional.empty(), Optional.empty(), false);
  }

  private static SqlSources at(DataSource database) {
    return new SqlSources(
        config(Map.of("reprise.sql.sources", "a", "reprise.sql.source.a.jndi", "jdbc/a")),
        jndi -> database);
  }

  @Test
  void saysWhenTheServerHasNoSuchDataSource() throws Exception {
    SqlSources sources =
        sources(Map.of("reprise.sql.sources", "a", "reprise.sql.source.a.jndi", "jdbc/a"));
    SqlSource a = sources.require("a", TestCalls.origin());

    assertThatThrownBy(() -> sources.database(a)).hasMessageStartingWith("source_missing");
  }
}
