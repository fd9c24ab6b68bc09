package dev.reprise.client.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The operations of the API, but for those that only browsers use, and streams. Tested by {@code
 * OperationsTest}.
 */
public enum Operation {
  SUBMIT_RUN("POST", "/runs"),
  LIST_RUNS("GET", "/runs"),
  SHOW_RUN("GET", "/runs/{id}"),
  LIST_EVENTS("GET", "/runs/{id}/events"),
  LIST_CHECKPOINTS("GET", "/runs/{id}/checkpoints"),
  SHOW_CHECKPOINT("GET", "/runs/{id}/checkpoints/{sequence}"),
  SHOW_DIFFERENCE("GET", "/runs/{id}/difference"),
  PAUSE_RUN("POST", "/runs/{id}:pause"),
  RESUME_RUN("POST", "/runs/{id}:resume"),
  CANCEL_RUN("POST", "/runs/{id}:cancel"),
  RETRY_RUN("POST", "/runs/{id}:retry"),
  STEER_RUN("POST", "/runs/{id}:steer"),
  FORK_RUN("POST", "/runs/{id}:fork"),
  EXPORT_RUN("GET", "/runs/{id}/export"),
  IMPORT_RUN("POST", "/runs:import"),
  MIGRATE_RUN("POST", "/runs/{id}:migrate"),
  SHOW_UNDO_PLAN("GET", "/runs/{id}/undo-plan"),
  UNDO_RUN("POST", "/runs/{id}:undo"),
  ERASE_RUN("DELETE", "/runs/{id}"),
  LIST_CHILDREN("GET", "/runs/{id}/children"),
  SHOW_LEDGER("GET", "/runs/{id}/ledger"),
  COUNT_RUNS("GET", "/run-counts"),
  LIST_FAILURES("GET", "/failures"),
  READ_STATISTICS("GET", "/statistics"),
  SHOW_QUEUE("GET", "/queue"),
  LIST_APPROVALS("GET", "/approvals"),
  LIST_RUN_APPROVALS("GET", "/runs/{id}/approvals"),
  LIST_CALLS("GET", "/runs/{id}/tool-calls"),
  APPROVE_CALL("POST", "/runs/{id}/tool-calls/{call}:approve"),
  DENY_CALL("POST", "/runs/{id}/tool-calls/{call}:deny"),
  ANSWER_CALL("POST", "/runs/{id}/tool-calls/{call}:answer"),
  EDIT_CALL("POST", "/runs/{id}/tool-calls/{call}:edit"),
  DELEGATE_CALL("POST", "/runs/{id}/tool-calls/{call}:delegate"),
  RESOLVE_CALL("POST", "/runs/{id}/tool-calls/{call}:resolve"),
  APPROVE_MODEL_CALL("POST", "/runs/{id}/model-call:approve"),
  DENY_MODEL_CALL("POST", "/runs/{id}/model-call:deny"),
  DELEGATE_MODEL_CALL("POST", "/runs/{id}/model-call:delegate"),
  SUBMIT_BATCH("POST", "/batches"),
  SUBMIT_BATCH_LINES("POST", "/batches:lines"),
  PREVIEW_BATCH("POST", "/batches:preview"),
  LIST_BATCHES("GET", "/batches"),
  SHOW_BATCH("GET", "/batches/{id}"),
  DOWNLOAD_RESULTS("GET", "/batches/{id}/results.jsonl"),
  DOWNLOAD_RESULT_TABLE("GET", "/batches/{id}/results.csv"),
  PAUSE_BATCH("POST", "/batches/{id}:pause"),
  RESUME_BATCH("POST", "/batches/{id}:resume"),
  CANCEL_BATCH("POST", "/batches/{id}:cancel"),
  APPROVE_BATCH("POST", "/batches/{id}:approve"),
  RETRY_FAILED_ITEMS("POST", "/batches/{id}:retry-failed"),
  ERASE_BATCH("DELETE", "/batches/{id}"),
  ACT_ON_RUNS("POST", "/bulk"),
  LIST_BULK_OPERATIONS("GET", "/bulk"),
  SHOW_BULK_OPERATION("GET", "/bulk/{id}"),
  LIST_BULK_ITEMS("GET", "/bulk/{id}/items"),
  CANCEL_BULK_OPERATION("POST", "/bulk/{id}:cancel"),
  RETRY_FAILED_RUNS("POST", "/bulk/{id}:retry-failed"),
  LIST_SCHEDULES("GET", "/schedules"),
  SHOW_SCHEDULE("GET", "/schedules/{name}"),
  CREATE_SCHEDULE("POST", "/schedules"),
  PREVIEW_SCHEDULE("POST", "/schedules:preview"),
  REPLACE_SCHEDULE("PUT", "/schedules/{name}"),
  DELETE_SCHEDULE("DELETE", "/schedules/{name}"),
  PAUSE_SCHEDULE("POST", "/schedules/{name}:pause"),
  RESUME_SCHEDULE("POST", "/schedules/{name}:resume"),
  TRIGGER_SCHEDULE("POST", "/schedules/{name}:trigger"),
  LIST_DUE_TIMES("GET", "/schedules/{name}/times"),
  LIST_FIRINGS("GET", "/schedules/{name}/firings"),
  SHOW_FIRING("GET", "/schedules/{name}/firings/{id}"),
  CANCEL_FIRING("POST", "/schedules/{name}/firings/{id}:cancel"),
  BACKFILL_SCHEDULE("POST", "/schedules/{name}:backfill"),
  LIST_AGENTS("GET", "/agents"),
  SHOW_AGENT("GET", "/agents/{name}"),
  LIST_AGENT_VERSIONS("GET", "/agents/{name}/versions"),
  SHOW_AGENT_VERSION("GET", "/agents/{name}/versions/{version}"),
  VALIDATE_AGENT("POST", "/agents:validate"),
  TRY_AGENT("POST", "/agents:try"),
  LIST_TOOLS("GET", "/tools"),
  SHOW_TOOL("GET", "/tools/{name}"),
  LIST_MCP_SERVERS("GET", "/mcp-servers"),
  ACKNOWLEDGE_TOOL("POST", "/mcp-servers/{name}/tools/{tool}:acknowledge"),
  LIST_ARTIFACTS("GET", "/artifacts"),
  SHOW_ARTIFACT("GET", "/artifacts/{role}/{method}"),
  IMPORT_ARTIFACT("PUT", "/artifacts/{role}/{method}"),
  LIST_ARTIFACT_CHANGES("GET", "/artifacts/{role}/{method}/changes"),
  SHOW_CORRUPT_DOCUMENT("GET", "/artifacts/{role}/{method}/corrupt-document"),
  PROMOTE_ARTIFACT("POST", "/artifacts/{role}/{method}:promote"),
  QUARANTINE_ARTIFACT("POST", "/artifacts/{role}/{method}:quarantine"),
  ROLLBACK_ARTIFACT("POST", "/artifacts/{role}/{method}:rollback"),
  BLESS_ARTIFACT("POST", "/artifacts/{role}/{method}:bless"),
  ARCHIVE_ARTIFACT("POST", "/artifacts/{role}/{method}:archive"),
  REGENERATE_ARTIFACT("POST", "/artifacts/{role}/{method}:regenerate"),
  RESTORE_ARTIFACT("POST", "/artifacts/{role}/{method}:restore"),
  ARCHIVE_UNUSED_ARTIFACTS("POST", "/artifacts:archive-unused"),
  PRUNE_ARTIFACTS("POST", "/artifacts:prune"),
  LIST_ARTIFACT_TRENDS("GET", "/artifact-trends"),
  LIST_SCHEMAS("GET", "/schemas"),
  SHOW_SCHEMA("GET", "/schemas/{name}"),
  LIST_BUDGETS("GET", "/budgets"),
  LIST_BREAKERS("GET", "/breakers"),
  RESET_BREAKER("POST", "/breakers/{kind}/{name}:reset"),
  LIST_QUOTAS("GET", "/quotas"),
  RESUME_QUOTA("POST", "/quotas/{provider}/{model}:resume"),
  SHOW_CALLER("GET", "/caller"),
  LIST_API_KEYS("GET", "/api-keys"),
  SHOW_API_KEY("GET", "/api-keys/{id}"),
  CREATE_API_KEY("POST", "/api-keys"),
  REVOKE_API_KEY("POST", "/api-keys/{id}:revoke"),
  LIST_KILL_SWITCHES("GET", "/admin/kill-switches"),
  SET_KILL_SWITCH("POST", "/admin/kill-switches"),
  RELEASE_KILL_SWITCH("POST", "/admin/kill-switches/{id}:release"),
  LIST_MAINTENANCE("GET", "/admin/maintenance"),
  START_MAINTENANCE("POST", "/admin/maintenance"),
  END_MAINTENANCE("POST", "/admin/maintenance/{id}:end"),
  SHOW_RESTORE_REPORT("GET", "/restore-report"),
  SHOW_CONFIGURATION("GET", "/admin/configuration"),
  APPLY_RETENTION("POST", "/admin/retention"),
  SHOW_METRICS("GET", "/metrics"),
  LIST_WEBHOOKS("GET", "/webhooks"),
  SHOW_WEBHOOK("GET", "/webhooks/{id}"),
  CREATE_WEBHOOK("POST", "/webhooks"),
  REPLACE_WEBHOOK("PUT", "/webhooks/{id}"),
  DELETE_WEBHOOK("DELETE", "/webhooks/{id}"),
  ROTATE_WEBHOOK_SECRET("POST", "/webhooks/{id}:rotate-secret"),
  TEST_WEBHOOK("POST", "/webhooks/{id}:test"),
  LIST_DELIVERIES("GET", "/webhooks/{id}/deliveries"),
  REDELIVER("POST", "/webhooks/{id}/deliveries/{delivery}:redeliver"),
  LIST_AUDIT("GET", "/audit"),
  EXPORT_AUDIT("GET", "/audit/export");

  private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");

  private final String method;
  private final String template;

  Operation(String method, String template) {
    this.method = method;
    this.template = template;
  }

  public String method() {
    return method;
  }

  /** Returns the path below {@code /api/v1}, with its parameters in braces. */
  public String template() {
    return template;
  }

  /** Returns the names of the parameters of the path, in order. */
  public List<String> parameters() {
    return PARAMETER.matcher(template).results().map(it -> it.group(1)).toList();
  }

  /**
   * Returns the path with these values as its parameters, in order.
   *
   * @throws IllegalArgumentException if there are not as many as the path has
   */
  String path(Object... values) {
    Matcher parameter = PARAMETER.matcher(template);
    var path = new StringBuilder();
    int next = 0;
    while (parameter.find()) {
      if (next == values.length) {
        throw new IllegalArgumentException("%s needs more than %d".formatted(template, next));
      }
      parameter.appendReplacement(path, Matcher.quoteReplacement(encoded(values[next++])));
    }
    if (next < values.length) {
      throw new IllegalArgumentException("%s takes only %d".formatted(template, next));
    }
    return parameter.appendTail(path).toString();
  }

  static String encoded(Object value) {
    return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
  }
}
