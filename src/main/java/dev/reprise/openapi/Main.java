package dev.reprise.openapi;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the document to a file. Arguments: classes, the version, examples, the target. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    ObjectNode scanned = Scan.of(directory, arguments[1]);
    var examples = Json.read(Files.readString(Path.of(arguments[2])));
    ObjectNode document = new ApiDocument(scanned, ApiClasses.in(directory), examples).document();
    Path target = Path.of(arguments[3]);
    Files.createDirectories(target.toAbsolutePath().getParent());
    Json.mapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(target.toFile(), document);
  }
}
