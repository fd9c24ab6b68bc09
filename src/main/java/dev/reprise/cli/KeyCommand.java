package dev.reprise.cli;

import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.http.RepriseException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows, creates and revokes API keys. */
@Command(
    name = "key",
    description = "Shows, creates and revokes API keys, with which programs log in.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class KeyCommand {

  private static final Columns LIST =
      Columns.NONE
          .with("ID", "/id")
          .with("NAME", "/name")
          .with("ROLES", "/roles")
          .with("EXPIRES", "/expiresAt")
          .with("LAST USED", "/lastUsedAt")
          .with("REVOKED", "/revoked/at");

  private static final Columns DETAIL =
      Columns.NONE
          .with("id", "/id")
          .with("name", "/name")
          .with("roles", "/roles")
          .with("key", "/key")
          .with("created", "/created/at")
          .with("created by", "/created/by")
          .with("expires", "/expiresAt")
          .with("last used", "/lastUsedAt")
          .with("revoked", "/revoked/at")
          .with("revoked by", "/revoked/by");

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(description = "Lists the keys, the newest first.", mixinStandardHelpOptions = true)
  void list() throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().all(LIST, client.administration().apiKeys());
    }
  }

  @Command(description = "Shows a key, without its secret.", mixinStandardHelpOptions = true)
  void show(@Parameters(paramLabel = "KEY") UUID id) throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(DETAIL, client.administration().apiKey(id));
    }
  }

  @Command(
      description = "Creates a key, and prints it; it cannot be printed again.",
      mixinStandardHelpOptions = true)
  void create(
      @Parameters(paramLabel = "NAME", description = "Says what the key is for.") String name,
      @Option(
              names = "--role",
              required = true,
              description = "A role of the key; may be given several times.")
          List<String> roles,
      @Option(
              names = "--expires-at",
              paramLabel = "TIME",
              description = "Such as 2026-12-31T00:00:00Z; in 90 days by default.")
          @Nullable Instant expiry,
      @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output
          .output()
          .one(
              DETAIL,
              client
                  .administration()
                  .createApiKey(name, roles, Optional.ofNullable(expiry), key.key()));
    }
  }

  @Command(description = "Revokes a key for good.", mixinStandardHelpOptions = true)
  void revoke(@Parameters(paramLabel = "KEY") UUID id, @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(DETAIL, client.administration().revokeApiKey(id, key.key()));
    }
  }
}
