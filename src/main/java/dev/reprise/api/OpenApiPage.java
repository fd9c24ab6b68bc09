package dev.reprise.api;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Serves the API's description at the address of MicroProfile OpenAPI, to users of the API. */
@WebServlet(urlPatterns = "/openapi")
public class OpenApiPage extends HttpServlet {

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    request.getRequestDispatcher("/api/v1/openapi").forward(request, response);
  }
}
