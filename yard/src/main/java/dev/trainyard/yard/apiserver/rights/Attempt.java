package dev.trainyard.yard.apiserver.rights;

/// What somebody wants to do.
public sealed interface Attempt {

  /// Something with resources of the API.
  ///
  /// @param verb `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`
  ///   or one that only roles know, such as `escalate`
  /// @param group empty for the core
  /// @param part what of the resource, such as `log`; empty for the object itself
  /// @param namespace empty for what has none, and for all namespaces
  /// @param name empty where the attempt is about all
  record Resource(
      String verb, String group, String resource, String part, String namespace, String name)
      implements Attempt {

    /// `pods/log`, as roles name it.
    public String whole() {
      return part.isEmpty() ? resource : resource + "/" + part;
    }

    @Override
    public String cannot() {
      return "cannot %s resource \"%s\" in API group \"%s\" %s"
          .formatted(
              verb,
              whole(),
              group,
              namespace.isEmpty()
                  ? "at the cluster scope"
                  : "in the namespace \"%s\"".formatted(namespace));
    }
  }

  /// Something with any other path, such as `/version`.
  record Path(String verb, String path) implements Attempt {
    @Override
    public String cannot() {
      return "cannot %s path \"%s\"".formatted(verb, path);
    }
  }

  /// Kubernetes' words for it being refused.
  String cannot();
}
