package dev.trainyard.api.runai;

import java.util.List;

/// How the container is reached.
final class NetworkFields {

  private static final Member CONTAINER =
      Member.integer("container", "The port of the container, from 1 to 65535.").required();

  private static final Member TOOL_TYPE =
      Member.text("toolType", "The kind of tool that listens there, for display only.");

  private static final Member TOOL_NAME =
      Member.text("toolName", "The name of the tool that listens there, for display only.");

  static final List<Field> ALL =
      List.of(
          Field.items(
              "ports",
              "Ports of the container, each with a service.",
              CONTAINER,
              Member.integer("external", "The port of the service; chosen for you if unset."),
              Member.text("serviceType", "LoadBalancer, NodePort or ClusterIP."),
              TOOL_TYPE,
              TOOL_NAME),
          Field.text(
              "serviceType",
              "The type of service for ports that name none: LoadBalancer, NodePort or ClusterIP."
                  + " Defaults to ClusterIP."),
          Field.items(
              "exposedUrls",
              "Ports of the container, each with an address for browsers.",
              CONTAINER,
              Member.text("url", "The address; made from project and job if unset."),
              Member.texts("authorizedUsers", "The users who may see it."),
              Member.texts("authorizedGroups", "The groups who may see it, instead of users."),
              TOOL_TYPE,
              TOOL_NAME));

  private NetworkFields() {}
}
