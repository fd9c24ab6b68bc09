package dev.reprise.api.http;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * Answers with a problem what the container refuses before a resource is asked, such as a missing
 * login.
 */
@WebServlet(urlPatterns = ErrorPage.PATH)
public class ErrorPage extends HttpServlet {

  static final String PATH = "/problem";
  private static final long serialVersionUID = 1L;

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
        response);
  }

  private static String detail(ProblemType type) {
    return switch (type) {
      case UNAUTHENTICATED -> "Log in with a name and a password that the server knows.";
      case FORBIDDEN -> "The caller's roles do not allow this.";
      case NOT_FOUND -> "There is nothing at this address.";
      case BAD_REQUEST ->
          "The server takes no address with a backslash or with a slash, dot or backslash that is"
              + " percent-encoded, and none that is not UTF-8.";
      default -> type.title() + ".";
    };
  }
}
