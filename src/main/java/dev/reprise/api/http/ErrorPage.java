package dev.reprise.api.http;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * Responds with a problem to requests that the container refuses before a resource is called, such
 * as one without a login.
 */
@WebServlet(urlPatterns = ErrorPage.PATH)
public class ErrorPage extends HttpServlet {

  static final String PATH = "/problem";

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<Object> status =
        Optional.ofNullable(request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE));
    ProblemType type = ProblemType.ofStatus(status.map(Integer.class::cast).orElse(404));
    Optional<Object> path =
        Optional.ofNullable(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI));
    ProblemWriter.write(
        new ProblemException(type, detail(type)),
        path.map(Object::toString).orElse(request.getRequestURI()),
        TraceId.of(request),
        response);
  }

  private static String detail(ProblemType type) {
    return switch (type) {
      case UNAUTHENTICATED ->
          "The request must have the name and the password of a user that the server knows.";
      case FORBIDDEN -> "The caller's roles do not allow this.";
      case NOT_FOUND -> "There is no resource at this address.";
      case BAD_REQUEST ->
          "The address must be UTF-8, without a backslash, and without a percent-encoded slash, dot"
              + " or backslash.";
      default -> type.title() + ".";
    };
  }
}
