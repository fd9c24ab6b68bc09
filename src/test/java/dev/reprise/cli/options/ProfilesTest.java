package dev.reprise.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fixture.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of profiles, and which one is used. */
class ProfilesTest {

  private final Path file;

  ProfilesTest(@TempDir Path directory) {
    this.file = directory.resolve("config.yaml");
  }

  @Test
  void theUsualProfileIsUsedUnlessOneIsNamed() throws IOException {
    Files.writeString(
        file,
        """
        profile: local
        profiles:
          local: {server: "http://localhost:9080", user: operator}
          production: {server: "https://reprise.example.org", api-key: k}
        """);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Profiles profiles = Profiles.read(file);

    assertThat(profiles.find(Optional.empty()).user()).contains("operator");
    assertThat(profiles.find(Optional.of("production")).apiKey()).contains("k");
    assertThatThrownBy(() -> profiles.find(Optional.of("test")))
        .hasMessage("there is no profile test; there are [local, production]");
  }

  @Test
  void theExampleOfThePageIsRead() throws IOException {
    Files.writeString(file, Example.of("cli.md", "profiles:").text());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

    assertThat(Profiles.read(file).find(Optional.empty()).server())
        .contains("http://localhost:9080");
    assertThat(Profiles.read(file).find(Optional.of("production")).apiKey()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--"})
  void aSecretThatOtherUsersCanReadIsNotUsed(String permissions) throws IOException {
    Files.writeString(file, "profiles: {a: {password: secret}}");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    assertThatThrownBy(() -> Profiles.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("chmod 600 " + file);

    Files.writeString(file, "profiles: {a: {user: ada}}");
    assertThat(Profiles.read(file).find(Optional.of("a")).user()).contains("ada");
  }

  @Test
  void withoutAFileThereIsNoProfile() throws IOException {
    assertThat(Profiles.read(file).find(Optional.empty())).isEqualTo(Profile.EMPTY);
    Files.writeString(file, "");
    assertThat(Profiles.read(file).find(Optional.empty())).isEqualTo(Profile.EMPTY);
  }

  @Test
  void aMistakeIsReportedWithoutValues() throws IOException {
    Files.writeString(file, "profiles: {a: {pasword: secret}}");
    assertThatThrownBy(() -> Profiles.read(file))
        .hasMessageContaining("has a member pasword; there are only")
        .hasMessageNotContaining("secret");

    Files.writeString(file, "profiles: {a: {password: \"secret}}");
    assertThatThrownBy(() -> Profiles.read(file))
        .hasMessageContaining("is not YAML")
        .hasMessageNotContaining("secret");
  }

  @Test
  void theFileIsWhereTheEnvironmentSays() {
    assertThat(Profiles.path(Map.of("REPRISE_CONFIG", "/a/b.yaml")))
        .isEqualTo(Path.of("/a/b.yaml"));
    assertThat(Profiles.path(Map.of("XDG_CONFIG_HOME", "/c")))
        .isEqualTo(Path.of("/c/reprise/config.yaml"));
    assertThat(Profiles.path(Map.of())).endsWithRaw(Path.of(".config/reprise/config.yaml"));
  }
}
