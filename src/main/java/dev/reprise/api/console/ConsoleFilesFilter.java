package dev.reprise.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Serves the console's page and, at addresses with a version, its files. */
public class ConsoleFilesFilter extends HttpFilter {

  private transient @Nullable ConsoleFiles files;

  @Override
  public void init() {
    files = ConsoleFiles.of(getServletContext());
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    ConsoleFiles known = requireNonNull(files);
    String path = request.getRequestURI().substring(request.getContextPath().length());
    Optional<String> file = known.at(path);
    if (file.isPresent()) {
      response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
      request.getRequestDispatcher(file.get()).forward(request, response);
    } else if (known.isPage(path)) {
      response.setContentType("text/html; charset=utf-8");
      response.getOutputStream().write(known.page().getBytes(UTF_8));
    } else {
      chain.doFilter(request, response);
    }
  }
}
