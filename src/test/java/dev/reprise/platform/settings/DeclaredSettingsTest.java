package dev.reprise.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.reprise.fixture.TestConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said about a configuration as a whole. */
class DeclaredSettingsTest {

  private final DeclaredSettings declared = DeclaredSettings.load();

  @Test
  void isValidIfNothingIsSet() {
    assertThat(declared.errors(TestConfig.empty())).isEmpty();
  }

  @Test
  void hasValidDefaults() {
    assertThat(declared.groups().stream().flatMap(group -> group.settings().stream()))
        .hasSizeGreaterThan(100)
        .allSatisfy(
            setting -> {
              for (String text : setting.byDefault().stream().toList()) {
                assertThat((Object) setting.type().reader().apply(text)).isNotNull();
              }
            });
  }

  /** A group that META-INF/services lacks would be neither checked nor documented. */
  @Test
  void containsEveryGroup() {
    var groups =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.reprise")
                .stream()
                .filter(type -> type.isAssignableTo(SettingGroup.class))
                .filter(type -> !type.isEquivalentTo(SettingGroup.class))
                .map(JavaClass::getName);

    assertThat(declared.groups().stream().map(group -> group.getClass().getName()))
        .containsExactlyInAnyOrderElementsOf(groups.toList());
  }

  @Test
  void reportsAllErrorsAtOnce() {
    assertThat(
            declared.errors(
                TestConfig.of(
                    Map.of(
                        "reprise.lease", "PT2S",
                        "reprise.dispatch.as-jobs", "maybe",
                        "reprise.web.ports", "80,http",
                        "reprise.models", "acme",
                        "reprise.models.acme.kind", "telegraph",
                        "reprise.models.acme.stream", "no",
                        "reprise.loop-guard.hint", "9",
                        "reprise.approvals.tenant.beta.ask-from", "much"))))
        .containsExactlyInAnyOrder(
            "reprise.lease must be a duration of at least PT3S, not 'PT2S' (set in test)",
            "reprise.dispatch.as-jobs must be always or when-useful or never, not 'maybe' (set in test)",
            "reprise.web.ports must be a list, comma separated, each a whole number from 1 to 65535,"
                + " not '80,http' (set in test)",
            "reprise.models.acme.kind must be openai or anthropic or ollama, not 'telegraph' (set in"
                + " test)",
            "reprise.models.acme.stream must be true or false, not 'no' (set in test)",
            "the properties reprise.loop-guard.*: hint, block and ask must not be negative, and each"
                + " must be more than those before it or 0, not 9, 5 and 7",
            "reprise.approvals.tenant.beta.ask-from must be a number of at least 0, not 'much' (set"
                + " in test)");
  }

  @Test
  void reportsErrorsInFilesWithTheOthers() {
    assertThat(
            declared.errors(
                TestConfig.of(
                    Map.of(
                        "reprise.prices.file", "/nowhere/prices.yaml",
                        "reprise.retention.file", "/nowhere/rules.yaml"))))
        .containsExactlyInAnyOrder(
            "reprise.prices.file: /nowhere/prices.yaml cannot be read",
            "reprise.retention.file: /nowhere/rules.yaml cannot be read");
  }

  @Test
  void quotesNoSecret() {
    assertThat(declared.errors(TestConfig.of("reprise.seal.keys", "s3cr3t")))
        .singleElement()
        .asString()
        .contains("reprise.seal.keys")
        .doesNotContain("s3cr3t");
    Setting<Integer> pin =
        Setting.optional("reprise.pin", SettingType.integer(0)).secret().means("a number");
    var pins = new DeclaredSettings(List.of(new SettingGroup("pins", pin) {}));
    assertThat(pins.errors(TestConfig.of("reprise.pin", "s3cr3t")))
        .containsExactly(
            "reprise.pin must be a whole number of at least 0, not the given value (set in test)");
  }

  @Test
  void reportsAReferenceThatLeadsNowhere() {
    assertThat(declared.errors(TestConfig.of("reprise.server.name", "${nowhere}")))
        .containsExactly("reprise.server.name refers to a property that is not set (set in test)");
  }

  @Test
  void knowsPropertiesOfThings() {
    assertThat(declared.contains("reprise.models.acme.kind")).isTrue();
    assertThat(declared.contains("reprise.approvals.tenant.acme.example.ask-from")).isTrue();
    assertThat(declared.contains("reprise.models.acme.colour")).isFalse();
    assertThat(declared.containsVariable("REPRISE_WORKSPACES_ACME_FILES_TENANTS")).isTrue();
    assertThat(declared.containsVariable("REPRISE_DISPATCH_MAX_RUNNING")).isTrue();
    assertThat(declared.containsVariable("REPRISE_DISPATCH_MAX")).isFalse();
  }

  @Test
  void findsTheNearestName() {
    assertThat(declared.nearest("reprise.dispatch.max.runing"))
        .contains("reprise.dispatch.max-running");
    assertThat(declared.nearestVariable("REPRISE_LEASEE")).contains("REPRISE_LEASE");
    assertThat(declared.nearest("reprise.something.else.entirely")).isEmpty();
  }

  @Test
  void masksSecretsAndWhatIsOfOtherTenants() {
    List<EffectiveSetting> effective =
        declared.effective(
            TestConfig.of(
                Map.of(
                    "reprise.lease", "PT1M",
                    "reprise.seal.keys", "s3cr3t",
                    "reprise.fair-share.weights", "acme=3",
                    "reprise.approvals.tenant.acme.ask-from", "3")));

    assertThat(named(effective, "reprise.lease").shownTo(false)).contains("PT1M");
    assertThat(named(effective, "reprise.seal.keys").shownTo(true)).contains("[hidden]");
    assertThat(named(effective, "reprise.seal.keys")).asString().doesNotContain("s3cr3t");
    assertThat(named(effective, "reprise.encryption.keys").shownTo(true)).isEmpty();
    assertThat(named(effective, "reprise.fair-share.weights").shownTo(true)).contains("acme=3");
    assertThat(named(effective, "reprise.fair-share.weights").shownTo(false)).contains("[hidden]");
    assertThat(named(effective, "reprise.approvals.tenant.acme.ask-from").isOfOneThing()).isTrue();
    assertThat(named(effective, "reprise.lease").isOfOneThing()).isFalse();
  }

  @Test
  void saysWhatEachSettingIsAndWhereItIsSet() {
    var effective =
        declared.effective(
            TestConfig.of(
                Map.of(
                    "reprise.lease", "PT1M",
                    "reprise.models", "acme",
                    "reprise.models.acme.kind", "openai")));

    assertThat(effective)
        .filteredOn(it -> it.name().equals("reprise.lease"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.value()).contains("PT1M");
              assertThat(it.setting().byDefault()).contains("PT30S");
              assertThat(it.source()).contains("test");
            });
    assertThat(effective)
        .filteredOn(it -> it.name().startsWith("reprise.bound.model.calls"))
        .singleElement()
        .satisfies(it -> assertThat(it.source()).isEmpty());
    assertThat(effective)
        .extracting(it -> it.name())
        .contains("reprise.models.acme.kind", "reprise.models.acme.stream")
        .doesNotContain("reprise.models.<name>.kind")
        .doesNotHaveDuplicates();
  }

  private static EffectiveSetting named(List<EffectiveSetting> settings, String name) {
    return settings.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }
}
