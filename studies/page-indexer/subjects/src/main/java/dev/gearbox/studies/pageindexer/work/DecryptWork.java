package dev.gearbox.studies.pageindexer.work;

import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Decrypts the page, as from an encrypted archive: derives a key from a password (PBKDF2, 1,000 rounds), then applies AES-256 in counter mode, in which
 * any bytes can be decrypted.
 */
final class DecryptWork implements PageWork {
    private static final int KEY_ROUNDS = 1000;
    private static final int KEY_BITS = 256;
    private static final int BLOCK = 16;

    @Override
    public long on(FetchedPage page) {
        try {
            byte[] salt = new byte[BLOCK];
            byte[] key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec("password".toCharArray(), salt, KEY_ROUNDS, KEY_BITS))
                    .getEncoded();
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(salt));
            byte[] plain = cipher.doFinal(page.body());
            long sum = key[0];
            for (byte octet : plain) {
                sum = 31 * sum + octet;
            }
            return sum;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has PBKDF2 and AES", impossible);
        }
    }
}
