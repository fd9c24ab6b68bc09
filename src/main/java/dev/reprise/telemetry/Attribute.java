package dev.reprise.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/**
 * The attributes of spans and metrics. Those of the conventions for generative AI have their names,
 * all others begin with {@code agentrun.} on spans and are single words on metrics.
 */
public final class Attribute {

  public static final AttributeKey<String> OPERATION =
      AttributeKey.stringKey("gen_ai.operation.name");
  public static final AttributeKey<String> PROVIDER =
      AttributeKey.stringKey("gen_ai.provider.name");
  public static final AttributeKey<String> REQUEST_MODEL =
      AttributeKey.stringKey("gen_ai.request.model");
  public static final AttributeKey<String> RESPONSE_MODEL =
      AttributeKey.stringKey("gen_ai.response.model");
  public static final AttributeKey<List<String>> FINISH_REASONS =
      AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
  public static final AttributeKey<String> AGENT = AttributeKey.stringKey("gen_ai.agent.name");
  public static final AttributeKey<String> AGENT_VERSION =
      AttributeKey.stringKey("gen_ai.agent.version");
  public static final AttributeKey<String> CONVERSATION =
      AttributeKey.stringKey("gen_ai.conversation.id");
  public static final AttributeKey<String> TOOL = AttributeKey.stringKey("gen_ai.tool.name");
  public static final AttributeKey<String> TOOL_TYPE = AttributeKey.stringKey("gen_ai.tool.type");
  public static final AttributeKey<String> CALL = AttributeKey.stringKey("gen_ai.tool.call.id");
  public static final AttributeKey<String> TOKEN_TYPE = AttributeKey.stringKey("gen_ai.token.type");
  public static final AttributeKey<Long> INPUT_TOKENS =
      AttributeKey.longKey("gen_ai.usage.input_tokens");
  public static final AttributeKey<Long> OUTPUT_TOKENS =
      AttributeKey.longKey("gen_ai.usage.output_tokens");
  public static final AttributeKey<Long> CACHE_READ_TOKENS =
      AttributeKey.longKey("gen_ai.usage.cache_read.input_tokens");
  public static final AttributeKey<Long> CACHE_WRITE_TOKENS =
      AttributeKey.longKey("gen_ai.usage.cache_creation.input_tokens");
  public static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  public static final AttributeKey<String> TENANT = AttributeKey.stringKey("agentrun.tenant");
  public static final AttributeKey<Long> EPOCH = AttributeKey.longKey("agentrun.epoch");
  public static final AttributeKey<String> SERVER = AttributeKey.stringKey("agentrun.server");
  public static final AttributeKey<String> STATUS = AttributeKey.stringKey("agentrun.run.status");
  public static final AttributeKey<String> WAITING_FOR =
      AttributeKey.stringKey("agentrun.run.waiting_for");

  /** The name that the operator gave the provider of a model, on spans. */
  public static final AttributeKey<String> CONFIGURED_PROVIDER =
      AttributeKey.stringKey("agentrun.provider");

  public static final AttributeKey<String> PHASE = AttributeKey.stringKey("agentrun.phase");
  public static final AttributeKey<Long> ITERATION = AttributeKey.longKey("agentrun.iteration");
  public static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("agentrun.attempt");

  public static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");
  public static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  public static final AttributeKey<String> RESULT = AttributeKey.stringKey("result");
  public static final AttributeKey<String> KIND = AttributeKey.stringKey("kind");

  /** The name that the operator gave the provider of a model, on metrics. */
  public static final AttributeKey<String> PROVIDER_NAME = AttributeKey.stringKey("provider");

  public static final AttributeKey<Boolean> ESTIMATED = AttributeKey.booleanKey("estimated");
  public static final AttributeKey<String> NAME = AttributeKey.stringKey("name");

  private Attribute() {}
}
