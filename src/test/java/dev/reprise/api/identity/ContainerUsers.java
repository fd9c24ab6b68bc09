package dev.reprise.api.identity;

import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;

/**
 * In a server under test: keeps as whom the container knew the caller of each request that has the
 * header {@value #CASE}, and tells it at {@code /container-users?case=…}.
 */
@WebListener
@WebServlet("/container-users")
public class ContainerUsers extends HttpServlet implements ServletRequestListener {

  private static final long serialVersionUID = 1L;

  static final String CASE = "X-Case";

  @Override
  public void requestDestroyed(ServletRequestEvent event) {
    var request = (HttpServletRequest) event.getServletRequest();
    if (request.getHeader(CASE) != null) {
      Principal user = request.getUserPrincipal();
      event
          .getServletContext()
          .setAttribute(CASE + request.getHeader(CASE), user == null ? "none" : user.getName());
    }
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response
        .getWriter()
        .print(getServletContext().getAttribute(CASE + request.getParameter("case")));
  }
}
