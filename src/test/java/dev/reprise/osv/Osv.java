package dev.reprise.osv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The database of known vulnerabilities at <a href="https://osv.dev">osv.dev</a>.
 *
 * @param api where it answers
 */
record Osv(URI api) {

  static final URI PUBLIC = URI.create("https://api.osv.dev");

  /** As many as the API takes in one request. */
  private static final int BATCH = 1_000;

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofMinutes(1);

  /** A package, and from where on its vulnerabilities are wanted; empty for the first page. */
  private record Query(String purl, String page) {}

  /**
   * Returns the ids of what is known about packages, by their package URLs; packages of which
   * nothing is known are left out.
   *
   * @param purls each with a version
   * @throws IOException if not all of it could be found out
   */
  NavigableMap<String, NavigableSet<String>> vulnerabilities(List<String> purls)
      throws IOException, InterruptedException {
    NavigableMap<String, NavigableSet<String>> found = new TreeMap<>();
    try (HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build()) {
      List<Query> open = purls.stream().map(purl -> new Query(purl, "")).toList();
      while (!open.isEmpty()) {
        List<Query> batch = open.subList(0, Math.min(BATCH, open.size()));
        List<Query> next = new ArrayList<>(open.subList(batch.size(), open.size()));
        next.addAll(read(batch, ask(http, batch), found));
        open = next;
      }
    }
    return found;
  }

  /** Notes what was found; returns what there is more to ask. */
  private static List<Query> read(
      List<Query> batch, JsonNode results, NavigableMap<String, NavigableSet<String>> found)
      throws IOException {
    if (results.size() != batch.size()) {
      throw new IOException(
          "%d results came for %d packages".formatted(results.size(), batch.size()));
    }
    List<Query> more = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      String purl = batch.get(i).purl();
      for (JsonNode known : results.get(i).path("vulns")) {
        found.computeIfAbsent(purl, unused -> new TreeSet<>()).add(known.path("id").asText());
      }
      String page = results.get(i).path("next_page_token").asText();
      if (!page.isEmpty()) {
        more.add(new Query(purl, page));
      }
    }
    return more;
  }

  private JsonNode ask(HttpClient http, List<Query> batch)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(api.resolve("/v1/querybatch"))
            .timeout(ANSWER)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Json.write(body(batch))))
            .build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("%s answers with status %d".formatted(api, response.statusCode()));
    }
    try {
      return Json.read(response.body()).path("results");
    } catch (IllegalArgumentException e) {
      throw new IOException("%s answers with what is no JSON".formatted(api), e);
    }
  }

  private static ObjectNode body(List<Query> batch) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    var queries = body.putArray("queries");
    for (Query query : batch) {
      ObjectNode one = queries.addObject();
      one.putObject("package").put("purl", query.purl());
      if (!query.page().isEmpty()) {
        one.put("page_token", query.page());
      }
    }
    return body;
  }
}
