package dev.trainyard.operator.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Who wants something stored, as the API server knows them.
record Requester(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

  static Requester of(JsonNode userInfo) {
    var extra = new LinkedHashMap<String, List<String>>();
    userInfo
        .path("extra")
        .properties()
        .forEach(entry -> extra.put(entry.getKey(), texts(entry.getValue())));
    return new Requester(
        userInfo.path("username").asText(""),
        userInfo.path("uid").asText(""),
        texts(userInfo.path("groups")),
        extra);
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }
}
