package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.definition.CatalogueEntry.Broken;
import dev.reprise.definition.CatalogueEntry.Found;
import dev.reprise.platform.TenantScope;
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

/** Reads all documents of the catalogue, and finds the names that are defined twice. */
final class CatalogueLoader {

  private static final List<String> BUILT_IN = List.of("surveyor.yaml");

  private final AgentReader reader;
  private final Optional<AgentFiles> files;

  CatalogueLoader(AgentReader reader, Optional<AgentFiles> files) {
    this.reader = reader;
    this.files = files;
  }

  /**
   * All that a reading depends on. While it is the same, so is the reading.
   *
   * @param trouble why the directory cannot be read
   */
  record Sight(
      SortedMap<Path, AgentFiles.Stamp> stamps,
      Optional<String> trouble,
      ServerCapabilities here) {}

  /** Looks without reading. */
  Sight look(ServerCapabilities here) {
    try {
      var stamps = files.isPresent() ? files.get().stamps() : new TreeMap<Path, AgentFiles.Stamp>();
      return new Sight(stamps, Optional.empty(), here);
    } catch (IOException | UncheckedIOException e) {
      return new Sight(
          new TreeMap<>(), Optional.of("the directory of agents cannot be read: " + e), here);
    }
  }

  /** Reads what was seen. */
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
                    "'%s' is the name of a built-in agent; choose another".formatted(found.name()));
            case Found found when named(filed, found.name()).size() > 1 ->
                taken(found, twice(found, named(filed, found.name())));
            default -> entry;
          });
    }
    return List.copyOf(entries);
  }

  /** A document that is broken anyway takes no name from one that works. */
  private static List<Found> named(List<CatalogueEntry> entries, String name) {
    return entries.stream()
        .filter(entry -> entry.name().equals(name))
        .flatMap(entry -> entry instanceof Found found ? Stream.of(found) : Stream.empty())
        .toList();
  }

  /** Names the documents, unless one of them is for tenants that this one is not for. */
  private static String twice(Found found, List<Found> all) {
    boolean areShared = all.stream().allMatch(other -> other.tenants().covers(found.tenants()));
    String places =
        areShared
            ? all.stream().map(Found::source).sorted().collect(Collectors.joining(" and in "))
            : found.source() + " and elsewhere";
    return "'%s' is defined in %s; names of agents are unique".formatted(found.name(), places);
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
    } catch (InvalidAgentDocumentException e) {
      return new Broken(stem, source, e.problems(), here.unnamed());
    } catch (IOException e) {
      return new Broken(
          stem, source, List.of(new DocumentError("", "cannot be read: " + e)), here.unnamed());
    }
  }

  private CatalogueEntry entry(String source, String stem, String text, ServerCapabilities here) {
    try {
      AgentVersion version = reader.read(text, here);
      return new Found(version.definition().name(), source, version, tenants(text, here));
    } catch (InvalidAgentDocumentException e) {
      return new Broken(claimedName(text).orElse(stem), source, e.problems(), tenants(text, here));
    }
  }

  private static TenantScope tenants(String text, ServerCapabilities here) {
    try {
      return here.tenants(DocumentParser.parse(text));
    } catch (InvalidAgentDocumentException e) {
      return here.unnamed();
    }
  }

  private static Optional<String> claimedName(String text) {
    try {
      JsonNode name = DocumentParser.parse(text).path("name");
      return Optional.ofNullable(name.textValue());
    } catch (InvalidAgentDocumentException e) {
      return Optional.empty();
    }
  }
}
