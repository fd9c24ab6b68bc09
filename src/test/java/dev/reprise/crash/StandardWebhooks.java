package dev.reprise.crash;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.fixture.Example;
import dev.reprise.fixture.Machine;
import dev.reprise.mcp.NpmServers;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The reference library of Standard Webhooks, installed from the npm registry into a directory of
 * the test. Without Node.js or the registry the test is skipped, and says so.
 */
final class StandardWebhooks {

  private static final String PACKAGE = "standardwebhooks@1.1.1";
  private static final long MINUTES_TO_INSTALL = 5;

  /** The receiver that the page of webhooks shows, after what it has from elsewhere. */
  private static final String SCRIPT =
      """
      %s
      import { readFileSync } from "node:fs";
      const { secret, headers, body } = JSON.parse(readFileSync(process.argv[2], "utf8"));
      process.env.WEBHOOK_SECRET = secret;
      try {
        %s
        process.stdout.write("verified " + event.type);
      } catch (e) {
        process.stdout.write("refused: " + e.message);
      }
      """
          .formatted(
              (Object[]) Example.of("webhooks.md", "standardwebhooks").text().split("\n", -1));

  private final Path directory;

  private StandardWebhooks(Path directory) {
    this.directory = directory;
  }

  static StandardWebhooks installIn(Path directory) throws IOException, InterruptedException {
    var installed = new StandardWebhooks(directory);
    String said =
        installed.run(
            NpmServers.program("npm"),
            "install",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--prefer-offline",
            "--prefix",
            directory.toString(),
            PACKAGE);
    Machine.requires(
        Files.exists(directory.resolve("node_modules/standardwebhooks")),
        () -> "npm could not install " + PACKAGE + ":\n" + said);
    Files.writeString(directory.resolve("verify.mjs"), SCRIPT);
    return installed;
  }

  /** Returns what the library says about a message. */
  String verify(String secret, HookReceiver.Got message) throws IOException, InterruptedException {
    var input = JsonNodeFactory.instance.objectNode();
    input.put("secret", secret).put("body", message.body());
    var headers = input.putObject("headers");
    message.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    Path file = Files.writeString(directory.resolve("message.json"), Json.write(input));
    return run(NpmServers.program("node"), "verify.mjs", file.toString());
  }

  private String run(Path program, String... arguments) throws IOException, InterruptedException {
    Path said = Files.createTempFile(directory, "said", ".txt");
    var command = new ArrayList<String>();
    command.add(program.toString());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    if (!process.waitFor(MINUTES_TO_INSTALL, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return Files.readString(said);
  }
}
