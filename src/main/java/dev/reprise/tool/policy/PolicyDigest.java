package dev.reprise.tool.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.tool.CostHint;
import dev.reprise.tool.ToolDeclaration;
import java.util.Collection;
import java.util.Optional;

/**
 * Names what an approval of a call depends on besides the call: the declaration of its tool, what
 * the policy lets the call do, and when people are asked. If the digest changes, people have
 * approved something else.
 */
final class PolicyDigest {

  private PolicyDigest() {}

  static String of(
      ToolDeclaration tool, EffectiveToolPolicy policy, CostLimits limits, int quorum) {
    ArrayNode parts = JsonNodeFactory.instance.arrayNode();
    parts.add(tool.pinned().digest());
    parts.add(policy.approval().name()).add(policy.timeout().toString());
    parts.add(sorted(policy.secrets().allowed()));
    policy.secrets().granted().ifPresent(names -> parts.add(sorted(names)));
    policy
        .costHint()
        .filter(hint -> !tool.costHint().equals(Optional.of(hint)))
        .ifPresent(hint -> parts.add(parts(hint)));
    parts.add(limits.noticeFrom()).add(limits.askFrom()).add(limits.batchItems()).add(quorum);
    return CanonicalJson.sha256(parts);
  }

  private static ArrayNode parts(CostHint hint) {
    return JsonNodeFactory.instance
        .arrayNode()
        .add(hint.perCall())
        .add(hint.perItem())
        .add(hint.currency());
  }

  private static ArrayNode sorted(Collection<String> words) {
    ArrayNode sorted = JsonNodeFactory.instance.arrayNode();
    words.stream().sorted().forEach(sorted::add);
    return sorted;
  }
}
