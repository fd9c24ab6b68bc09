package dev.reprise.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlToMarkdownTest {

  private static final URI BASE = URI.create("https://example.org/a/b");

  @ParameterizedTest
  @MethodSource("pages")
  void convertsTheReadableContent(String html, String text) {
    assertThat(HtmlToMarkdown.of(html, BASE)).isEqualTo(text);
  }

  static Stream<Arguments> pages() {
    return Stream.of(
        page("", ""),
        page("plain  text\n here", "plain text here"),
        page("<title> T &amp; U </title><p>x", "Title: T & U\n\nx"),
        page("<h1>One</h1>\n<h3>Three</h3><p>a<p>b", "# One\n\n### Three\n\na\n\nb"),
        page("a<br>b<div>c</div>d", "a\nb\nc\nd"),
        page("<ul><li>a<li>b <b>c</b></ul>d", "- a\n- b c\n\nd"),
        page("<ol><li>a<ul><li>b</ul><li>c</ol>", "1. a\n  - b\n2. c"),
        page("<li>stray", "- stray"),
        page("<a href=/x?y>link</a>.", "[link](https://example.org/x?y)."),
        page("see <a href='c#d'> this </a> one", "see [this](https://example.org/a/c#d) one"),
        page("<base href=//o.org/><a href=x>y</a>", "[y](https://o.org/x)"),
        page("<a href='javascript:alert(1)'>j</a><a href=''> </a><a>n</a>", "j n"),
        page(
            "<a href=/x><h2>Big</h2><p>small</a>",
            "## [Big](https://example.org/x)\n\n[small](https://example.org/x)"),
        page("<img src=a.png alt='A cat'><img src=b>", "[image: A cat]"),
        page("<table><tr><th>a<th>b<tr><td>1<td>2</table>x", "a | b\n1 | 2\n\nx"),
        page("<pre>  a\n   b\n</pre>c", "```\n  a\n   b\n```\n\nc"),
        page("<blockquote>q</blockquote>r<hr>s", "q\n\nr\n\n---\n\ns"),
        page("a<script>evil()</script><style>b{}</style><noscript>c</noscript>d", "ad"),
        page("a<template>t</template><svg><text>s</text></svg><iframe src=x>i</iframe>d", "ad"),
        page(
            "a<p hidden>h</p><p aria-hidden=true>i</p><p style='x:y; Display : NONE'>j</p>d", "ad"),
        page("<!-- no -->a<!--<p>b", "a"),
        page("a&nbsp;b &lt;script&gt; &copy;", "a b <script> ©"),
        page("<textarea>t</textarea><select><option>o</select>z", "z"));
  }

  private static Arguments page(String html, String text) {
    return Arguments.of(html, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div>", "<ul>", "<ul><li>", "<a href=x>", "<b>", "<table><tr><td>", "<pre>", "<p hidden>",
        "<script></script>", "<p>x</p>", "<td>x", "<font>", "<!--", "<a href='", "&amp;",
            "<svg><g>",
        "<form>", "<option>", "<h1>", "<button>", "<nobr>", "<math><mi>"
      })
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void needsLittleProcessorTimeForRepeatedElements(String piece) {
    String page = piece.repeat(500_000 / piece.length());
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime(); // which other work on the machine is not in

    HtmlToMarkdown.of(page, BASE);

    assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - before))
        .isLessThan(Duration.ofSeconds(10));
  }

  @Property(tries = 2000)
  void acceptsAnyHtml(@ForAll("pieces") String html) {
    assertThat(HtmlToMarkdown.of(html, BASE)).isEqualTo(HtmlToMarkdown.of(html, BASE).strip());
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(
            "<p>",
            "</p>",
            "<a href=x>",
            "</a>",
            "<ul>",
            "</ul>",
            "<ol>",
            "<li>",
            "</ol>",
            "<pre>",
            "</pre>",
            "<table>",
            "<tr>",
            "<td>",
            "</table>",
            "<h2>",
            "</h2>",
            " ",
            "\n",
            "x",
            "<br>",
            "<hr>",
            "<img alt=i>",
            "<frameset>",
            "<body>",
            "</body>",
            "</html>",
            "<svg>",
            "</svg>",
            "<title>",
            "</title>",
            "<div hidden>",
            "</div>",
            "&nbsp;",
            "<b>",
            "<i>",
            "</b>",
            "</i>")
        .list()
        .ofMaxSize(30)
        .map(it -> String.join("", it));
  }
}
