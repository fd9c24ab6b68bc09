package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.definition.CatalogueEntry.Broken;
import dev.reprise.definition.CatalogueEntry.Found;
import dev.reprise.definition.CatalogueEntry.NotReady;
import dev.reprise.platform.FailureText;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentParser;
import dev.reprise.platform.document.InvalidDocumentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads all documents of the catalogue and finds names that are defined twice. Tested by {@code
 * AgentCatalogueTest}.
 */
final class CatalogueLoader {

  private static final List<String> BUILT_IN = List.of("surveyor.yaml");

  private final AgentReader reader;
  private final Optional<AgentFiles> files;

  CatalogueLoader(AgentReader reader, Optional<AgentFiles> files) {
    this.reader = reader;
    this.files = files;
  }

  /**
   * Everything that a reading depends on. Equal states give equal readings.
   *
   * @param trouble why the directory cannot be read; empty if it can
   */
  record Sight(
      SortedMap<Path, AgentFiles.Stamp> stamps,
      Optional<String> trouble,
      ServerCapabilities here) {}

  /** Returns the current state without reading the files. */
  Sight look(ServerCapabilities here) {
    try {
      var stamps = files.isPresent() ? files.get().stamps() : new TreeMap<Path, AgentFiles.Stamp>();
      return new Sight(stamps, Optional.empty(), here);
    } catch (IOException | UncheckedIOException e) {
      return new Sight(
          new TreeMap<>(),
          Optional.of("the directory of agents cannot be read: " + FailureText.of(e)),
          here);
    }
  }

  /** Reads the files of a state. */
  List<CatalogueEntry> read(Sight sight) {
    List<CatalogueEntry> builtIn =
        BUILT_IN.stream().map(name -> builtIn(name, sight.here())).toList();
    List<CatalogueEntry> filed =
        sight.stamps().keySet().stream().map(file -> filed(file, sight.here())).toList();
    var builtInNames = builtIn.stream().map(CatalogueEntry::name).collect(Collectors.toSet());
    List<CatalogueEntry> entries = new ArrayList<>(builtIn);
    for (CatalogueEntry entry : filed) {
      entries.add(
          switch (entry) {
            case Found found when builtInNames.contains(found.name()) ->
                taken(
                    found,
                    "must not be '%s', the name of a built-in agent".formatted(found.name()));
            case Found found when found.version().definition().isTrial() ->
                taken(found, "must not be '%s', the name of trials".formatted(found.name()));
            case Found found when named(filed, found.name()).size() > 1 ->
                taken(found, twice(found, named(filed, found.name())));
            default -> entry;
          });
    }
    return List.copyOf(entries);
  }

  /** Only documents without other problems count: a broken one does not block a name. */
  private static List<Found> named(List<CatalogueEntry> entries, String name) {
    return entries.stream()
        .filter(entry -> entry.name().equals(name))
        .flatMap(entry -> entry instanceof Found found ? Stream.of(found) : Stream.empty())
        .toList();
  }

  /**
   * Names all documents only if each is for at least the tenants of this one; a tenant must not
   * learn of others' documents.
   */
  private static String twice(Found found, List<Found> all) {
    boolean areShared = all.stream().allMatch(other -> other.tenants().covers(found.tenants()));
    String places =
        areShared
            ? all.stream().map(Found::source).sorted().collect(Collectors.joining(" and in "))
            : found.source() + " and elsewhere";
    return "must be unique: '%s' is defined in %s".formatted(found.name(), places);
  }

  private static Broken taken(Found found, String message) {
    return new Broken(
        found.name(), found.source(), List.of(new DocumentError("name", message)), found.tenants());
  }

  private CatalogueEntry builtIn(String name, ServerCapabilities here) {
    try (InputStream in =
        Objects.requireNonNull(
            CatalogueLoader.class.getResourceAsStream("/agents/" + name), name)) {
      return entry("built-in " + name, AgentFiles.stem(name), text(in), here);
    } catch (IOException e) {
      throw new UncheckedIOException("a part of the application cannot be read", e);
    }
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  private CatalogueEntry filed(Path file, ServerCapabilities here) {
    String source = file.getFileName().toString();
    String stem = AgentFiles.stem(source);
    try {
      return entry(source, stem, AgentFiles.text(file), here);
    } catch (InvalidDocumentException e) {
      return new Broken(stem, source, e.problems(), here.unnamed());
    } catch (IOException e) {
      return new NotReady(
          stem,
          source,
          List.of(new DocumentError("", "cannot be read: " + FailureText.of(e))),
          here.unnamed());
    }
  }

  private CatalogueEntry entry(String source, String stem, String text, ServerCapabilities here) {
    try {
      AgentVersion version = reader.read(text, here);
      return new Found(version.definition().name(), source, version, tenants(text, here));
    } catch (AgentNotReadyException e) {
      return new NotReady(
          claimedName(text).orElse(stem), source, e.problems(), tenants(text, here));
    } catch (InvalidDocumentException e) {
      return new Broken(claimedName(text).orElse(stem), source, e.problems(), tenants(text, here));
    }
  }

  private static TenantScope tenants(String text, ServerCapabilities here) {
    try {
      return here.tenants(DocumentParser.OF_AGENTS.parse(text));
    } catch (InvalidDocumentException e) {
      return here.unnamed();
    }
  }

  private static Optional<String> claimedName(String text) {
    try {
      JsonNode name = DocumentParser.OF_AGENTS.parse(text).path("name");
      return Optional.ofNullable(name.textValue());
    } catch (InvalidDocumentException e) {
      return Optional.empty();
    }
  }
}
