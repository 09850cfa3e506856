package dev.trainyard.yard.apiserver;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// Where the API finds what a pod printed. On one machine that is the node in the same process.
public interface LogSource {

  /// Writes the asked lines, and with `follow` goes on until the container ends or the reader
  /// leaves. Answers false, having written nothing, when this source never ran that container.
  boolean write(Request request, OutputStream out) throws IOException;

  /// Which of a container's two streams are wanted, by Kubernetes' words.
  enum Stream {
    ALL,
    STDOUT,
    STDERR
  }

  record Request(
      String namespace,
      String pod,
      String podUid,
      String container,
      boolean follow,
      boolean previous,
      boolean timestamps,
      OptionalLong tailLines,
      OptionalLong limitBytes,
      Optional<Instant> since,
      Stream stream) {

    /// Both streams.
    public Request(
        String namespace,
        String pod,
        String podUid,
        String container,
        boolean follow,
        boolean previous,
        boolean timestamps,
        OptionalLong tailLines,
        OptionalLong limitBytes,
        Optional<Instant> since) {
      this(
          namespace,
          pod,
          podUid,
          container,
          follow,
          previous,
          timestamps,
          tailLines,
          limitBytes,
          since,
          Stream.ALL);
    }

    /// What a container prints from now on, on one of its streams.
    public static Request fromNowOn(
        String namespace, String pod, String podUid, String container, Stream stream) {
      return new Request(
          namespace,
          pod,
          podUid,
          container,
          true,
          false,
          false,
          OptionalLong.of(0),
          OptionalLong.empty(),
          Optional.empty(),
          stream);
    }
  }

  /// A cluster with no node of its own has no logs.
  static LogSource none() {
    return (_, _) -> false;
  }
}
