package dev.trainyard.cli.local;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where log lines go: to the yard's own file while a yard runs in this process, to standard error
/// for who asked for them, and never to a terminal unasked.
public final class Logging {

  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, UTC} %-5level %logger{0}: %msg %kvp%n%ex{12}";
  private static final long LARGE = 10 << 20;

  /// Until closed, everything is also written to this file. A large one is put aside first.
  static Sink to(Path file) {
    try {
      if (Files.exists(file) && Files.size(file) > LARGE) {
        Files.move(
            file,
            file.resolveSibling(file.getFileName() + ".1"),
            StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be put aside".formatted(file), e);
    }
    var appender = new FileAppender<ILoggingEvent>();
    appender.setFile(file.toString());
    appender.setEncoder(encoder());
    return attached(appender);
  }

  /// Until closed, everything is also written to this stream.
  public static Sink to(OutputStream stream) {
    var appender = new OutputStreamAppender<ILoggingEvent>();
    appender.setContext(context());
    appender.setEncoder(encoder());
    appender.setOutputStream(new Unclosed(stream));
    return attached(appender);
  }

  /// For a process that is watched by its log alone, such as one in a pod. As JSON it is one object
  /// a line.
  public static Sink ofAProcess(OutputStream stream, boolean json, boolean verbose) {
    var appender = new OutputStreamAppender<ILoggingEvent>();
    appender.setContext(context());
    appender.setEncoder(json ? jsonEncoder() : encoder());
    appender.setOutputStream(new Unclosed(stream));
    var ours = context().getLogger("dev.trainyard");
    var usual = ours.getLevel();
    if (verbose) {
      ours.setLevel(Level.DEBUG);
    }
    var sink = attached(appender);
    return () -> {
      sink.close();
      ours.setLevel(usual);
    };
  }

  private static JsonEncoder jsonEncoder() {
    var encoder = new JsonEncoder();
    encoder.setContext(context());
    encoder.setWithSequenceNumber(false);
    encoder.setWithNanoseconds(false);
    encoder.setWithContext(false);
    encoder.setWithMDC(false);
    encoder.start();
    return encoder;
  }

  /// One more place that log lines go to.
  public interface Sink extends AutoCloseable {
    @Override
    void close();
  }

  private static Sink attached(Appender<ILoggingEvent> appender) {
    var root = context().getLogger(Logger.ROOT_LOGGER_NAME);
    appender.setContext(context());
    appender.start();
    root.addAppender(appender);
    return () -> {
      root.detachAppender(appender);
      appender.stop();
    };
  }

  private static PatternLayoutEncoder encoder() {
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(context());
    encoder.setPattern(PATTERN);
    encoder.setCharset(StandardCharsets.UTF_8);
    encoder.start();
    return encoder;
  }

  private static LoggerContext context() {
    return (LoggerContext) LoggerFactory.getILoggerFactory();
  }

  /// Standard error outlives the log.
  private static final class Unclosed extends OutputStream {
    private final OutputStream stream;

    Unclosed(OutputStream stream) {
      this.stream = stream;
    }

    @Override
    public void write(int b) throws IOException {
      stream.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      stream.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      stream.flush();
    }
  }

  private Logging() {}
}
