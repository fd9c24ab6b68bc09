package dev.reprise.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reprise.platform.Json;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Says before the login which logins exist. */
public class ConsoleLoginsServlet extends HttpServlet {

  @Inject transient ConsoleLogins.Source source;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("application/json");
    response
        .getOutputStream()
        .write(Json.mapper().writeValueAsString(source.logins()).getBytes(UTF_8));
  }
}
