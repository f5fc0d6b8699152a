package dev.gearbox.files.write;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.files.WriteStrategy;
import dev.gearbox.files.method.FileMethod;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;

/** A file of java.io that writes through to the disk. A virtual thread holds its carrier meanwhile; the JDK adds another, up to the maximum pool size. */
final class RandomAccessWrites implements FileMethod<WriteStrategy> {
    @Override
    public ModelCard card() {
        return new ModelCard(
                "random-access",
                "a file of java.io, written by the thread that asks",
                "java.io.RandomAccessFile",
                Set.of(),
                List.of());
    }

    @Override
    public WriteStrategy create(Parameters parameters) {
        return (file, most) -> new OpenFile(new RandomAccessFile(file.toFile(), "rwd"), new byte[most]);
    }

    private static final class OpenFile implements WriteStrategy.OpenFile {
        private final RandomAccessFile file;
        private final byte[] array;

        OpenFile(RandomAccessFile file, byte[] array) {
            this.file = file;
            this.array = array;
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            int length = bytes.remaining();
            bytes.get(array, 0, length);
            file.seek(0);
            file.write(array, 0, length);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
