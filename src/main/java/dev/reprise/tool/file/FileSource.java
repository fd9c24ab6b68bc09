package dev.reprise.tool.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.NotPermittedException;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.call.ToolUse;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.util.List;

/** Opens files of workspaces for batches, to those who may use {@code read_file}. */
@ApplicationScoped
public class FileSource {

  /** The tool that an origin must grant. */
  public static final String TOOL = ReadFileTool.NAME;

  /** The code of a failure because the tenant has no such workspace. */
  public static final String NO_WORKSPACE = "unknown_workspace";

  private final ToolGate gate;
  private final Workspaces workspaces;

  @Inject
  public FileSource(ToolGate gate, Workspaces workspaces) {
    this.gate = gate;
    this.workspaces = workspaces;
  }

  /**
   * Opens a file.
   *
   * @param origin the agent and person that read it, who are granted {@value #TOOL}
   * @param workspace {@code name} or {@code name/sub/directory}
   * @param path relative to the workspace
   * @throws NotPermittedException if they may not; says why
   * @throws ToolException {@value #NO_WORKSPACE}, naming those that exist; or because there is no
   *     such file
   * @throws IOException if the file cannot be read
   */
  public InputStream open(CallOrigin origin, String workspace, String path)
      throws NotPermittedException, ToolException, IOException {
    var arguments = JsonNodeFactory.instance.objectNode().put("path", path);
    var call = new ToolCall("source", TOOL, new JsonValue(Json.write(arguments)));
    gate.require(ToolUse.SOURCE, call, origin.leadingTo(TOOL));
    Workspace found =
        workspaces
            .find(origin.tenant(), workspace)
            .orElseThrow(() -> noWorkspace(List.copyOf(workspaces.names(origin.tenant()))));
    return Channels.newInputStream(Files.newByteChannel(found.file(path), READ, NOFOLLOW_LINKS));
  }

  private static ToolException noWorkspace(List<String> names) {
    return new ToolException(
        NO_WORKSPACE,
        "must be a workspace of this server or a directory in one; there are: "
            + (names.isEmpty() ? "none" : String.join(", ", names)));
  }
}
