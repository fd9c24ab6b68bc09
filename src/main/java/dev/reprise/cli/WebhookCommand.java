package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.Page;
import dev.reprise.client.Webhooks;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows, makes, changes and tests webhooks, and shows their deliveries. */
@Command(
    name = "webhook",
    description = "Shows, makes, changes and tests webhooks, which tell others of runs.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class WebhookCommand {

  private static final int PAGE = 200;

  private static final Columns LIST =
      Columns.NONE
          .with("ID", "/id")
          .with("URL", "/url")
          .with("ENABLED", "/enabled")
          .with("EVENTS", "/events");

  private static final Columns DETAIL =
      Columns.NONE
          .with("id", "/id")
          .with("url", "/url")
          .with("events", "/events")
          .with("enabled", "/enabled")
          .with("secret", "/secret")
          .with("earlier secret until", "/earlierSecretUntil")
          .with("created", "/createdAt")
          .with("created by", "/createdBy");

  private static final Columns TEST =
      Columns.NONE
          .with("accepted", "/accepted")
          .with("response", "/response")
          .with("error", "/error");

  private static final Columns DELIVERIES =
      Columns.NONE
          .with("ID", "/id")
          .with("EVENT", "/event")
          .with("HAPPENED", "/happenedAt")
          .with("STATUS", "/status")
          .with("ATTEMPTS", "/attempts")
          .with("NEXT", "/nextAt")
          .with("RESPONSE", "/response")
          .with("ERROR", "/error");

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  /** Where a webhook leads, and what it is told. */
  static final class DefinitionOptions {

    @Parameters(paramLabel = "URL", description = "Begins with https:// or mailto:.")
    String url = "";

    @Option(
        names = "--event",
        required = true,
        description = "Such as run.failed; may be given several times.")
    List<String> events = List.of();

    @Option(names = "--disabled", description = "Tells nothing for now.")
    boolean isDisabled;

    Webhooks.Definition definition() {
      return new Webhooks.Definition(url, events, !isDisabled);
    }
  }

  @Command(description = "Lists the webhooks, the oldest first.", mixinStandardHelpOptions = true)
  void list() throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().all(LIST, client.webhooks().list());
    }
  }

  @Command(description = "Shows a webhook, without its secret.", mixinStandardHelpOptions = true)
  void show(@Parameters(paramLabel = "ID") UUID id) throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(DETAIL, client.webhooks().show(id));
    }
  }

  @Command(
      description = "Makes a webhook, and prints its secret; it cannot be printed again.",
      mixinStandardHelpOptions = true)
  void create(@Mixin DefinitionOptions wanted, @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(DETAIL, client.webhooks().create(wanted.definition(), key.key()));
    }
  }

  @Command(
      description = "Replaces the URL, the events and the state of a webhook.",
      mixinStandardHelpOptions = true)
  void replace(@Parameters(paramLabel = "ID") UUID id, @Mixin DefinitionOptions wanted)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(DETAIL, client.webhooks().replace(id, wanted.definition()));
    }
  }

  @Command(description = "Deletes a webhook and its deliveries.", mixinStandardHelpOptions = true)
  void delete(@Parameters(paramLabel = "ID") UUID id)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      client.webhooks().delete(id);
    }
  }

  @Command(
      name = "rotate-secret",
      description = "Makes a new secret, and prints it; the earlier one signs too for a while.",
      mixinStandardHelpOptions = true)
  void rotateSecret(@Parameters(paramLabel = "ID") UUID id, @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(DETAIL, client.webhooks().rotateSecret(id, key.key()));
    }
  }

  @Command(
      description =
          "Sends one test message now, and prints what the receiver answered; the exit code is 1 if it"
              + " did not accept it.",
      mixinStandardHelpOptions = true)
  int test(@Parameters(paramLabel = "ID") UUID id, @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      JsonNode tested = client.webhooks().test(id, key.key());
      output.output().one(TEST, tested);
      return (tested.path("accepted").asBoolean() ? ExitCode.OK : ExitCode.FAILURE).number();
    }
  }

  @Command(
      description = "Lists the deliveries of a webhook, the newest event first.",
      mixinStandardHelpOptions = true)
  void deliveries(
      @Parameters(paramLabel = "ID") UUID id,
      @Option(names = "--status", description = "PENDING, DELIVERED or DEAD_LETTER.")
          @Nullable String status,
      @Option(
              names = "--limit",
              defaultValue = "20",
              description = "How many; by default ${DEFAULT-VALUE}.")
          int limit)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      List<JsonNode> found =
          Page.first(
              limit,
              cursor ->
                  client
                      .webhooks()
                      .deliveries(
                          id, Optional.ofNullable(status), Math.clamp(limit, 1, PAGE), cursor));
      output.output().all(DELIVERIES, found);
    }
  }

  @Command(
      description = "Sends an event again that was delivered or given up.",
      mixinStandardHelpOptions = true)
  void redeliver(
      @Parameters(paramLabel = "ID") UUID id,
      @Parameters(paramLabel = "DELIVERY", description = "Its id, as deliveries lists it.")
          String delivery,
      @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(DELIVERIES, client.webhooks().redeliver(id, delivery, key.key()));
    }
  }
}
